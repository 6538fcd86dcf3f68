import type { Command } from 'commander'
import { toEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { TokenOptions } from './showToken.js'

const help = `
It asks the service for a token, to see whether the credentials work. The token
itself is a secret for two hours and is not shown unless you ask; then it stands
alone on standard output, and the rest on stderr.

Examples:
  $ rxbank token
  $ rxbank token --json | jq .expires_at
  $ rxbank token --reveal | ./report.sh`

/** Adds `rxbank token`. */
export const addToken = (program: Command): void => {
  const command = program
    .command('token')
    .description('say whose a new token is, and when it expires')
    .option('--reveal', 'show the token itself')
    .option('--json', 'an object of JSON')
    .addHelpText('after', help)
  withServiceOptions(command).action(async (options: TokenOptions) =>
    toEnd((await import('./showToken.js')).token(options)),
  )
}
