import { type Command, InvalidArgumentError, Option } from 'commander'
import { described } from '../../index.js'
import { moment, port, wholeNumber } from '../optionParsers.js'
import { profileNamed } from '../profiles.js'
import { toEnd } from '../runToEnd.js'
import { timeSpan } from '../timeSpan.js'
import { faultHelp, oneMoreFault } from './faultOption.js'
import type { SandboxOptions } from './runSandbox.js'

const twoHours = 2 * 60 * 60 * 1000

const help = (): string => `
It prints its address, credentials and users, and then a line for each request.
Where the output is no terminal, each line is an object with "time", "type" and:
  Listening        profile, base_url, client_id, client_secret, users, curl
  Request          method, path, status, duration
  Webhook          event, user_uuid, attempts, status

${faultHelp()}

--now and --speed set its clock alone: with --speed 60 its tokens, prices and
refreshes live a minute each second, faults that take time take a sixtieth of
it, and the Date header tells its time.
--profile bridge2018, bridge2019, bridge2021 or bridge2025 answers as that
deployment does: its paths, its version header, its rows. The clients take the
same name.
The same seed, from the same --now, gives the same data. --refresh, such as 30s
or 5m, is for "rxbank watch refresh": each takes 9 seconds of the clock.

--webhook posts what happens there: refreshes that end, new transactions. It is
signed with the secret sandbox-webhook-secret.

Ctrl-C, SIGTERM or SIGHUP end it and free the port.

Examples:
  $ rxbank sandbox --fault rate-limit:on=transactions,retryAfter=2,times=3
  $ rxbank sandbox --fault latency:ms=300,times=all \\
      --fault cut:probability=0.1,times=all
  $ rxbank sandbox --refresh 1m
  $ rxbank sandbox --profile bridge2025
  $ rxbank sandbox --now 2026-01-31T23:59:00Z --speed 60`

/** Reads the client id, which must need no escaping in a header or in a shell command. */
const clientId = (text: string): string => {
  if (/^[\w.-]+$/.test(text)) return text
  throw new InvalidArgumentError("Expected letters, digits, '.', '_' and '-'.")
}

const webAddress = (text: string): string => {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text
  throw new InvalidArgumentError('Expected an address, as http://localhost:3000/webhooks.')
}

const profileOption = new Option('--profile <name>', 'the deployment that it plays')
  .argParser(profileNamed)
  .default(described, described.name)

/** Adds `rxbank sandbox`. */
export const addSandbox = (program: Command): void => {
  program
    .command('sandbox')
    .description('run an invented bank on this machine until Ctrl-C')
    .option('--port <n>', 'its port; 0: any that is free', port, 3210)
    .option('--seed <n>', 'what the data is drawn from', wholeNumber(0), 1)
    .option('--users <n>', 'how many users there are', wholeNumber(1, 100_000), 3)
    .option('--token-lifetime <ms>', 'how long a token lives, in milliseconds', wholeNumber(1000), twoHours)
    .addOption(profileOption)
    .option('--enforce-limits', 'answer 429 beyond the limits of the profile')
    .option('--client-id <id>', "the application's id", clientId, 'sandbox-client')
    .option('--fault <kind:key=value,...>', 'what goes wrong; may be given again', oneMoreFault)
    .option('--now <moment>', 'when its clock begins: a day or a moment; else now', moment)
    .option('--speed <n>', 'how many of its seconds go by in one', wholeNumber(1, 100_000), 1)
    .option('--refresh <time>', 'begin a refresh of every item, again and again', timeSpan(1000))
    .option('--webhook <url>', 'where it tells what happens, by webhooks', webAddress)
    .addHelpText('after', help())
    .action(async (options: SandboxOptions) => toEnd((await import('./runSandbox.js')).sandbox(options)))
}
