import { Argument, type Command, Option } from 'commander'
import { type InvalidRows, invalidRows, moment, path, wholeNumber } from '../optionParsers.js'
import { toEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { PullOptions } from './pull.js'
import { type Resource, resourceNamed, resources } from './resources.js'

const help = `
It writes an object a line, with the names and the moments of the interface; on
a terminal a table, of the fields for which there is room. With --csv the fields
of the first page are the columns; lists and objects in them are JSON.

A file is written beside its place, as FILE.partial, and put there when it is
whole, instead of an older one, readable by you alone. Ctrl-C, or a failure,
removes what is not whole; the older file stays as it was.

Examples:
  $ rxbank pull transactions --output transactions.ndjson
  $ rxbank pull transactions --since 2026-01-31 | jq .amount
  $ rxbank pull accounts --external-user-id A6J
  $ rxbank pull stocks --csv > stocks.csv
  $ rxbank pull users | wc -l`

/** Adds `rxbank pull`. */
export const addPull = (program: Command): void => {
  const command = program
    .command('pull')
    .description('write a list of the service: a table, lines of JSON, or CSV')
    .addArgument(new Argument('<resource>', 'which list').choices(resources).argParser(resourceNamed))
    .option('-o, --output <file>', 'a file, instead of standard output', path)
    .option('--since <moment>', 'what changed since then, of stocks and transactions', moment)
    .option('--limit <n>', 'resources a page, 1 to 500', wholeNumber(1, 500), 500)
    .addOption(
      new Option(
        '--on-invalid-row <how>',
        'a row that cannot be decoded: end with an error, or leave it out and count it',
      )
        .choices(invalidRows)
        .default('error' satisfies InvalidRows),
    )
    .option('--json', 'lines of JSON, on a terminal too')
    .option('--csv', 'comma-separated values')
    .option('-q, --quiet', 'say nothing of progress')
    .addHelpText('after', help)
  withServiceOptions(command).action(async (resource: Resource, options: PullOptions) =>
    toEnd((await import('./pull.js')).pull(resource, options)),
  )
}
