import { Command } from 'commander'
import { addDemo } from './demo/demoCommand.js'
import { addDoctor } from './doctor/doctorCommand.js'
import { addFleet } from './fleet/fleetCommand.js'
import { addGet } from './get/getCommand.js'
import { refuseUnknownCommand } from './helpTopics.js'
import { addInspect } from './inspect/inspectCommand.js'
import { addBanks } from './lists/banksCommand.js'
import { addCategories } from './lists/categoriesCommand.js'
import { addMcp } from './mcp/mcpCommand.js'
import { addPull } from './pull/pullCommand.js'
import { addSandbox } from './sandbox/sandboxCommand.js'
import { addToken } from './token/tokenCommand.js'
import { addUsers } from './users/usersCommand.js'
import { version } from './version.js'
import { addWatch } from './watch/watchCommand.js'

const general = `
Examples:
  $ rxbank demo                    what the library does, until Ctrl-C
  $ rxbank sandbox --port 3210     a service to develop against
  $ rxbank banks                   the banks of the service at RXBANK_BASE_URL
  $ rxbank pull transactions       a list: a table, lines of JSON, CSV or OFX

Exit codes: 0 done, or the reader of the output has closed it; 1 a failure;
2 wrong usage, or missing or wrong settings; 130, 143 or 129 interrupted by
Ctrl-C, SIGTERM or SIGHUP. Commands that run until they are interrupted, such as
sandbox, end with 0.
DEBUG=1 shows the stack of a failure; NO_COLOR=1 turns colours off.`

/** Each adds one command to the program; help lists them in this order. */
const commands = [
  addBanks,
  addCategories,
  addPull,
  addGet,
  addWatch,
  addUsers,
  addFleet,
  addToken,
  addDoctor,
  addInspect,
  addMcp,
  addSandbox,
  addDemo,
]

/**
 * Removes the value from a message of Commander about an unknown option, a misplaced option or an invalid choice: it may
 * be a secret.
 */
const withoutValue = (text: string): string =>
  text
    .replace(/(unknown option '-[^-'])[^]*?'(?=\n)/, "$1'")
    .replace(/(unknown option '--[^=']*)=[^]*?'(?=\n)/, "$1'")
    .replace(/((?:argument|command) '(?:--[\w-]+|-[^-'\d]))[^]*?'(?= is invalid|\n)/, "$1'")
    .replace(/(argument '-[^'\d][^']*' is invalid\.)[^]*/, '$1\n')
    .replace(/command-argument value '[^]*' is invalid for argument '([\w-]+)'\./, 'wrong $1.')

/** Creates the program with all commands. Errors reject `parseAsync`. */
export const createProgram = (): Command => {
  const program = new Command('rxbank')
    .description('A reactive client for bank data: read data, watch it change, and develop against an invented bank.')
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(withoutValue(text))
      },
    })
    .addHelpText('beforeAll', refuseUnknownCommand)
    .addHelpText('after', general)

  for (const add of commands) add(program)
  return program
}
