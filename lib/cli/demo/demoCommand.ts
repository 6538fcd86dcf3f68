import type { Command } from 'commander'
import { port, wholeNumber } from '../optionParsers.js'
import { toEnd } from '../runToEnd.js'
import type { DemoOptions } from './demo.js'

const help = `
It starts a sandbox with invented data on a port of this machine, makes a client
of it, and does the main job over real HTTP. A token lives 15 s, and 60 ms are
added to each page, so that there is something to see; one page of each list
fails once, so that a retry is seen.

Where the output is no terminal it ends by itself, as with --once, and writes
lines of JSON. Each is an object with "time", "type" and, by type:
  Started          base_url, seed, external_user_id
  TokenIssued      expires_at
  ListStarted      list, rows
  FaultInjected    page, status, retry_after
  PageRead         list, page, rows, last
  RefreshStarted   item_id
  RefreshAnswered  item_id, status, accounts, total_accounts, last
  StockUpdated     id, ticker, label, price, previous_price, currency_code,
                   quantity, updated_at
  Summary          the last line: seconds, tokens, lists, pages, transactions,
                   refreshes, stock_updates, requests, refused, retries
and what the client's events$ tells, with operation and request beside:
  Requested        method, page
  Responded        status, duration
  Retried          error, attempt, delay
  TokenRenewed     expires_at
  TokenFailed      error, delay
  WatcherStarted   watcher, every
  WatcherEnded     watcher, every
  Polled           watcher, error, delay, checkpoint
  Restarted        error, restarts
  FieldDiffers     path, expected
  RowRejected      issues
  RowsSetBack      handedOut, dropped
  AmountInexact    count
  BudgetChanged    scope, limit, remaining, waiting, coolDown
  CircuitChanged   state, error, delay
  StageEnds        serviceVersion, on
Times are ISO 8601 in UTC; durations, delays and coolDown are milliseconds,
retry_after seconds. No token and no secret is ever written.

Examples:
  $ rxbank demo                    until Ctrl-C
  $ rxbank demo --once | jq .type  the same in some 12 s, as lines of JSON`

/** Adds `rxbank demo`. */
export const addDemo = (program: Command): void => {
  program
    .command('demo')
    .description('show tokens, pages, a refresh and stocks coming in')
    .option('--once', 'end by itself when all was seen, in 30 s at most')
    .option('--seed <n>', 'what the data is drawn from', wholeNumber(0), 1)
    .option('--port <n>', 'the port of the sandbox; 0: any that is free', port, 0)
    .option('--json', 'lines of JSON instead of a screen')
    .addHelpText('after', help)
    .action(async (options: DemoOptions) => toEnd((await import('./demo.js')).demo(options)))
}
