import { type Command, Option } from 'commander'
import { moment, path, wholeNumber } from '../optionParsers.js'
import { toEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import { timeSpan } from '../timeSpan.js'
import type { WatchChangesOptions } from './watchChanges.js'
import type { WatchRefreshOptions } from './watchRefresh.js'

const watchHelp = `
Examples:
  $ rxbank watch refresh 187000
  $ rxbank watch stocks --since 2026-01-31 | jq .current_price
  $ rxbank watch transactions --checkpoint at.json --output rows.ndjson`

const refreshHelp = `
Each answer is a line: of JSON, or for people where the output is a terminal.
Errors are reported on stderr; it goes on after transient ones.

Times take a unit: 500ms, 30s, 5m, 2h.

Exit codes: 0 the refresh is finished; 1 it ended otherwise, the deadline passed
or something failed, stderr says which; 2 wrong usage; 130 Ctrl-C, 143 SIGTERM.

Example:
  $ rxbank watch refresh 187000 --deadline 10m && rxbank pull transactions`

const changesHelp = (resource: string): string => `
Each row that was created, updated or deleted is a line of JSON, as
"rxbank pull ${resource}" writes it; first all since --since, then what changes.
Errors are reported on stderr; it goes on after transient ones.

--checkpoint keeps in a file how far it has come; what the file says goes before
--since. It moves when all lines of a round are written, in a file of --output
when they are on its disk. So nothing is missed, however the command ends. After
a restart rows come again: those updated within 5 minutes before the checkpoint,
and those of the round that was not finished. Overwrite by "id".

A checkpoint file serves one command at a time: give each its own. If a kill has
left half a line at the end of --output, it is cut off when the command starts
again; its row comes again.

Times take a unit: 500ms, 30s, 5m, 2h.

Exit codes: 0 ended by Ctrl-C, SIGTERM or SIGHUP, or the reader has left; 1
something failed; 2 wrong usage. A second Ctrl-C ends at once.

Examples:
  $ rxbank watch ${resource} --since 2026-01-31 | jq .updated_at
  $ rxbank watch ${resource} --checkpoint at.json --output rows.ndjson`

const time = (flags: string, description: string, least: number, usual: string): Option => {
  const parse = timeSpan(least)
  return new Option(flags, description).argParser(parse).default(parse(usual), usual)
}

const addRefresh = (watch: Command): void => {
  withServiceOptions(
    watch
      .command('refresh')
      .argument('<item>', 'its id', wholeNumber(0))
      .description("follow the refresh of an item's data until it ends")
      .addOption(time('--every <time>', 'from an answer to the next question', 100, '2s'))
      .addOption(time('--deadline <time>', 'when to give up', 0, '5m'))
      .option('-q, --quiet', 'tell nothing on stderr but a failure'),
  )
    .addHelpText('after', refreshHelp)
    .action(async (item: number, options: WatchRefreshOptions) =>
      toEnd((await import('./watchRefresh.js')).watchRefresh(item, options)),
    )
}

const addChanges = (watch: Command, resource: 'stocks' | 'transactions'): void => {
  withServiceOptions(
    watch
      .command(resource)
      .description(`write the ${resource} that change, until Ctrl-C`)
      .option('--since <moment>', 'a day or a moment to begin with; else all there is', moment)
      .addOption(time('--every <time>', 'from the end of a round to the next', 100, '60s'))
      .option('--checkpoint <file>', 'keeps how far it has come, to go on there', path)
      .option('-o, --output <file>', 'adds to a file, in place of the output', path)
      .option('-q, --quiet', 'tell nothing on stderr but a failure'),
  )
    .addHelpText('after', changesHelp(resource))
    .action(async (options: WatchChangesOptions) =>
      toEnd((await import('./watchChanges.js')).watchChanges(resource, options)),
    )
}

/** Adds `rxbank watch`. */
export const addWatch = (program: Command): void => {
  const watch = program
    .command('watch')
    .description('follow a refresh, or write what changes')
    .addHelpText('after', watchHelp)
  addRefresh(watch)
  addChanges(watch, 'stocks')
  addChanges(watch, 'transactions')
}
