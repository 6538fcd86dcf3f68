import type { Command } from 'commander'
import { parsePath, parsePort } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import type { McpOptions } from './runMcp.js'

const help = `
Serves read-only tools to an agent that speaks the Model Context Protocol, for
one user of a mirror: list_accounts, list_balances, find_transactions,
sum_transactions, find_transfers, find_recurring and list_consents. It reads the
mirror's database, and has no credentials of the service. Install the official
library too:
npm install @modelcontextprotocol/server

IBANs are masked. Texts of banks are marked as data, because anyone who sends
money can write instructions into them. Still, do not let an agent act on them.

--postgres reads the database of RXBANK_DATABASE_URL, or else DATABASE_URL. Use
a role that can only read: "rxbank mcp role" prints its SQL.

Without --http it speaks over standard input and output, as agents start it.
With --http it listens on this machine, and prints the address and a token.

Examples:
  $ rxbank mcp --sandbox
  $ rxbank mcp --sqlite bank.db --user A6J
  $ rxbank mcp --postgres --schema bank --user A6J --http 3220
  $ rxbank mcp role --schema bank | psql`

/** Adds `rxbank mcp`. */
export const addMcp = (program: Command): void => {
  const mcp = program
    .command('mcp')
    .description('let an agent ask about the data of a user in a mirror')
    .option('--sqlite <file>', "the mirror's database", parsePath)
    .option('--postgres', "the mirror's database is in PostgreSQL")
    .option('--sandbox', 'an invented bank instead of a mirror')
    .option('--schema <name>', 'the schema of the mirror in PostgreSQL', 'rxbank')
    .option('--user <id>', 'the id of the user in the mirror')
    .option('--http <port>', 'listen on a port of this machine; 0: any free port', parsePort)
    .option('--show-ibans', 'do not mask IBANs')
    .addHelpText('after', help)
    .action(async (options: McpOptions) => runToEnd((await import('./runMcp.js')).runMcp(options)))
  mcp
    .command('role')
    .description('print the SQL of a role that can only read')
    .option('--schema <name>', 'the schema of the mirror in PostgreSQL', 'rxbank')
    .action(async (_options: unknown, command: Command) => {
      const { schema } = command.optsWithGlobals<{ readonly schema: string }>()
      ;(await import('./runMcp.js')).printReaderRole(schema)
    })
}
