import type { Command } from 'commander'
import { parseInteger, parsePath, parsePort } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import type { InspectOptions } from './inspectTapeFile.js'

const help = `
Prints an address of this machine and runs until Ctrl-C. Each address opens one
page; then the next address is printed. Other users of this machine, and pages
of other sites, have no access. If the output is not a terminal, each line is an
object with "time", "type": "Address", "address" and "requests".

writeTape of rxbank/node records a tape. Pages, attempts and the uses of tokens
are inferred from it. The command sends no requests to the service.

To inspect a running program, use serveInspector of rxbank/node.

Examples:
  $ rxbank inspect --tape bank.tape
  $ rxbank inspect --tape bank.tape --port 4000 --history 5000`

/** Adds `rxbank inspect`. */
export const addInspect = (program: Command): void => {
  program
    .command('inspect')
    .description('show a recorded tape on a timeline in a browser')
    .requiredOption('--tape <file>', 'the tape', parsePath)
    .option('--port <n>', 'the port of the page; 0: any free port', parsePort, 0)
    .option('--history <n>', 'how many of the latest requests are shown', parseInteger(1, 10_000), 1000)
    .addHelpText('after', help)
    .action(async (options: InspectOptions) =>
      runToEnd((await import('./inspectTapeFile.js')).inspectTapeFile(options)),
    )
}
