import type { Command } from 'commander'
import { runToEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { TokenOptions } from './showToken.js'

const help = `
Requests a token from the service, to check whether the credentials work. The
token is a secret for two hours, so it is shown only with --reveal: alone on
standard output, and everything else on stderr.

Examples:
  $ rxbank token
  $ rxbank token --json | jq .expires_at
  $ rxbank token --reveal | ./report.sh`

/** Adds `rxbank token`. */
export const addToken = (program: Command): void => {
  const command = program
    .command('token')
    .description('show the user and the expiry of a new token')
    .option('--reveal', 'show the token')
    .option('--json', 'write a JSON object')
    .addHelpText('after', help)
  withServiceOptions(command).action(async (options: TokenOptions) =>
    runToEnd((await import('./showToken.js')).showToken(options)),
  )
}
