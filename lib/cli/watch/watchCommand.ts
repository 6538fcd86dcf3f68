import { type Command, Option } from 'commander'
import { parseDuration, parseInteger, parseMoment, parsePath } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { WatchChangesOptions } from './watchChanges.js'
import type { WatchRefreshOptions } from './watchRefresh.js'

const watchHelp = `
Examples:
  $ rxbank watch refresh 187000
  $ rxbank watch stocks --since 2026-01-31 | jq .current_price
  $ rxbank watch transactions --checkpoint at.json --output rows.ndjson`

const refreshHelp = `
Writes each status as a line: text on a terminal, otherwise JSON. Errors are
reported on stderr; transient errors do not end the command.

Times take a unit: 500ms, 30s, 5m, 2h.

Exit codes: 0 the refresh finished; 1 it failed, the deadline passed or another
failure, as stderr says; 2 wrong usage; 130 Ctrl-C, 143 SIGTERM.

Example:
  $ rxbank watch refresh 187000 --deadline 10m && rxbank pull transactions`

const changesHelp = (resource: string): string => `
Writes each created, updated or deleted row as a line of JSON, in the format of
"rxbank pull ${resource}": first the changes since --since, then new changes.
Errors are reported on stderr; transient errors do not end the command.

--checkpoint stores the progress in a file, which takes precedence over --since.
It is saved when all lines of a round are written; with --output, when they are
on disk. So no change is lost, however the command ends. A restart repeats the
rows of an unfinished round. Overwrite them by "id".

Use a separate checkpoint file for each command. If a killed command has left an
incomplete line at the end of --output, the next start removes it; its row is
written again.

Times take a unit: 500ms, 30s, 5m, 2h.

Exit codes: 0 ended by Ctrl-C, SIGTERM or SIGHUP, or the reader has closed the
output; 1 a failure; 2 wrong usage. A second Ctrl-C ends at once.

Examples:
  $ rxbank watch ${resource} --since 2026-01-31 | jq .updated_at
  $ rxbank watch ${resource} --checkpoint at.json --output rows.ndjson`

const time = (flags: string, description: string, min: number, defaultText: string): Option => {
  const parse = parseDuration(min)
  return new Option(flags, description).argParser(parse).default(parse(defaultText), defaultText)
}

const addRefresh = (watch: Command): void => {
  withServiceOptions(
    watch
      .command('refresh')
      .argument('<item>', 'the id of the item', parseInteger(0))
      .description("follow the refresh of an item's data until it ends")
      .addOption(time('--every <time>', 'the time from a response to the next request', 100, '2s'))
      .addOption(time('--deadline <time>', 'the maximum time to wait', 0, '5m'))
      .option('-q, --quiet', 'write only failures to stderr'),
  )
    .addHelpText('after', refreshHelp)
    .action(async (item: number, options: WatchRefreshOptions) =>
      runToEnd((await import('./watchRefresh.js')).watchRefresh(item, options)),
    )
}

const addChanges = (watch: Command, resource: 'stocks' | 'transactions'): void => {
  withServiceOptions(
    watch
      .command(resource)
      .description(`write the ${resource} that change, until Ctrl-C`)
      .option('--since <date>', 'a date or time to start from; default: all rows', parseMoment)
      .addOption(time('--every <time>', 'the time from one round to the next', 100, '60s'))
      .option('--checkpoint <file>', 'a file that stores the progress', parsePath)
      .option('-o, --output <file>', 'a file to append to, instead of standard output', parsePath)
      .option('-q, --quiet', 'write only failures to stderr'),
  )
    .addHelpText('after', changesHelp(resource))
    .action(async (options: WatchChangesOptions) =>
      runToEnd((await import('./watchChanges.js')).watchChanges(resource, options)),
    )
}

/** Adds `rxbank watch`. */
export const addWatch = (program: Command): void => {
  const watch = program
    .command('watch')
    .description('follow a refresh, or write changes')
    .addHelpText('after', watchHelp)
  addRefresh(watch)
  addChanges(watch, 'stocks')
  addChanges(watch, 'transactions')
}
