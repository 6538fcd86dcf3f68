import { type Command, InvalidArgumentError, Option } from 'commander'
import { addHelpTopics } from '../helpTopics.js'
import { parseDuration, parseInteger, parseMoment, parsePort } from '../optionParsers.js'
import { defaultProfile, parseProfile } from '../profiles.js'
import { runToEnd } from '../runToEnd.js'
import { appendFault, faultHelp } from './faultOption.js'
import type { SandboxOptions } from './runSandbox.js'

const twoHours = 2 * 60 * 60 * 1000

const help = `
Prints its address, credentials and users, and then a line for each request. If
the output is not a terminal, each line is an object with "time", "type" and:
  Listening  profile, base_url, client_id, client_secret, users, curl
  Request    method, path, status, duration
  Webhook    event, user_uuid, attempts, status

"rxbank sandbox --help faults" lists faults, their parameters and all routes.
The same --seed and --now give the same data: two years of a person's account
movements, or unrelated ones with --transactions. With --speed 60, a minute of
its clock passes each second. Use the same --profile in the client. Use
--refresh, such as 30s, to try "rxbank watch refresh". --webhook sends events,
signed with the secret sandbox-webhook-secret.

Ctrl-C, SIGTERM or SIGHUP ends it and closes the port.

Examples:
  $ rxbank sandbox --fault rate-limit:on=transactions,retryAfter=2,times=3
  $ rxbank sandbox --refresh 1m --webhook http://localhost:3000/webhooks
  $ rxbank sandbox --now 2026-01-31T23:59:00Z --speed 60`

/** Parses the client id, which must need no escaping in a header or in a shell command. */
const clientId = (text: string): string => {
  if (/^[\w.-]+$/.test(text)) return text
  throw new InvalidArgumentError("Expected letters, digits, '.', '_' and '-'.")
}

const webAddress = (text: string): string => {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('Expected a URL such as http://localhost:3000/webhooks.')
}

const profileOption = new Option('--profile <name>', 'the deployment to simulate')
  .argParser(parseProfile)
  .default(defaultProfile, defaultProfile.name)

/** Adds `rxbank sandbox`. */
export const addSandbox = (program: Command): void => {
  const command = program
    .command('sandbox')
    .description('run an invented bank on this machine until Ctrl-C')
    .option('--port <n>', 'the port; 0: any free port', parsePort, 3210)
    .option('--seed <n>', 'the seed of the data', parseInteger(0), 1)
    .option('--users <n>', 'the number of users', parseInteger(1, 100_000), 3)
    .option('--transactions <n>', 'random transactions per user, for load tests', parseInteger(0, 1e9))
    .option('--token-lifetime <ms>', 'the lifetime of a token in ms', parseInteger(1000), twoHours)
    .addOption(profileOption)
    .option('--enforce-limits', 'answer 429 beyond the limits of the profile')
    .option('--client-id <id>', "the application's id", clientId, 'sandbox-client')
    .option('--fault <kind:key=value,...>', 'a fault; can be repeated', appendFault)
    .option('--now <date>', 'the start of its clock, a date or time; default: now', parseMoment)
    .option('--speed <n>', 'how fast its clock runs', parseInteger(1, 100_000), 1)
    .option('--refresh <time>', 'the interval of refreshes of all items', parseDuration(1000))
    .option('--webhook <url>', 'the URL to send webhooks to', webAddress)
    .helpOption('-h, --help [topic]', 'display help; topic: faults')
  addHelpTopics(command, help, { faults: faultHelp }).action(async (options: SandboxOptions) =>
    runToEnd((await import('./runSandbox.js')).runSandbox(options)),
  )
}
