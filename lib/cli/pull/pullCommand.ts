import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { AccountPair } from '../../ledger/accounts/AccountDecision.js'
import { invalidRowChoices, type InvalidRows, parseInteger, parseMoment, parsePath } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { PullOptions } from './pull.js'
import { parseResource, type Resource, resources } from './resources.js'

const help = `
Writes one JSON object a line, with the service's field names and timestamps. On
a terminal it writes a table of the fields that fit. With --csv the columns are
the fields of the first page; lists and objects in them are JSON. A text that a
spreadsheet would run begins with an apostrophe. With --ofx it writes statements
with the balances of the accounts, for bookkeeping programs; an account without
an exact balance is left out. Most of these programs read only one account of a
file: with --output FOLDER/ each account has a file of its own.

An account that is connected again has new ids, and such programs would import
its transactions again. With --ids, FILE remembers accounts and transactions:
what continues an earlier one keeps its ids. Use one FILE for each user, always.

A file is written as FILE.partial, which replaces FILE when it is complete. Only
you can read it. Ctrl-C or a failure removes the incomplete file, and an older
FILE stays unchanged.

Examples:
  $ rxbank pull transactions --output transactions.ndjson
  $ rxbank pull transactions --since 2026-01-31 | jq .amount
  $ rxbank pull accounts --external-user-id A6J
  $ rxbank pull stocks --csv > stocks.csv
  $ rxbank pull transactions --ofx --output statements/ --ids ids.json
  $ rxbank pull users | wc -l`

/** Parses two ids of accounts, and adds them to those before. */
const appendPair = (value: string, pairs: ReadonlyArray<AccountPair> = []): ReadonlyArray<AccountPair> => {
  const [, from = '', to = ''] = /^(\d{1,15})=(\d{1,15})$/.exec(value) ?? []
  if (from === to) throw new InvalidArgumentError('Expected the ids of two accounts, such as 7=81.')
  return [...pairs, { from, to }]
}

/** Adds `rxbank pull`. */
export const addPull = (program: Command): void => {
  const command = program
    .command('pull')
    .description('write a list of the service: a table, lines of JSON, CSV or OFX')
    .addArgument(new Argument('<resource>', 'the list').choices(resources).argParser(parseResource))
    .option('-o, --output <file>', 'a file, instead of standard output; with --ofx also a folder', parsePath)
    .option('--since <date>', 'only changes since then; for stocks and transactions', parseMoment)
    .option('--limit <n>', 'resources a page, 1 to 500', parseInteger(1, 500), 500)
    .addOption(
      new Option(
        '--on-invalid-row <how>',
        'a row that cannot be decoded: end with an error, or leave it out and count it',
      )
        .choices(invalidRowChoices)
        .default('error' satisfies InvalidRows),
    )
    .option('--json', 'write lines of JSON to a terminal, too')
    .option('--csv', 'write comma-separated values')
    .option('--ofx', 'write accounts and booked transactions as OFX; for transactions')
    .option('--account <id>', 'only this account; with --ofx', parseInteger(0))
    .option('--ids <file>', 'keep the ids of a bank that is connected again; with --ofx', parsePath)
    .option('--same <old=new>', 'two accounts are one; with --ids, can be repeated', appendPair)
    .option('-q, --quiet', 'do not show progress')
    .addHelpText('after', help)
  withServiceOptions(command).action(async (resource: Resource, options: PullOptions) =>
    runToEnd(
      options.ofx === true
        ? (await import('./pullOfx.js')).pullOfx(resource, options)
        : (await import('./pull.js')).pull(resource, options),
    ),
  )
}
