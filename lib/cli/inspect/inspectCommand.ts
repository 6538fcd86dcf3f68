import type { Command } from 'commander'
import { path, port, wholeNumber } from '../optionParsers.js'
import { toEnd } from '../runToEnd.js'
import type { InspectOptions } from './inspectTapeFile.js'

const help = `
It prints an address of this machine and goes on until Ctrl-C. The address opens
one page: when it was opened, the next one is printed. Other users of this
machine, and pages of other sites, see nothing. Where the output is no terminal,
each line is an object with "time", "type": "Address", "address" and "requests".

A tape is what writeTape of rxbank/node has recorded. Which requests belong
together is concluded from it: pages, attempts, and what a token was for.
Nothing is sent anywhere.

A program that runs shows itself: see serveInspector of rxbank/node.

Examples:
  $ rxbank inspect --tape bank.tape
  $ rxbank inspect --tape bank.tape --port 4000 --history 5000`

/** Adds `rxbank inspect`. */
export const addInspect = (program: Command): void => {
  program
    .command('inspect')
    .description('show a recorded tape on an axis of time, in a browser')
    .requiredOption('--tape <file>', 'the tape', path)
    .option('--port <n>', 'the port of the page; 0: any that is free', port, 0)
    .option('--history <n>', 'how many requests are shown, the latest', wholeNumber(1, 10_000), 1000)
    .addHelpText('after', help)
    .action(async (options: InspectOptions) => toEnd((await import('./inspectTapeFile.js')).inspect(options)))
}
