import type { Command } from 'commander'
import { parseInteger, parsePort } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import type { DemoOptions } from './demo.js'

const help = `
Starts a sandbox with invented data on a port of this machine, and reads it with
a client over real HTTP. Tokens live 15 s and each page is delayed by 60 ms, so
that you can follow them. One page of each list fails once, to show a retry.

If the output is not a terminal, the demo ends by itself, as with --once, and
writes lines of JSON. Each is an object with "time", "type" and, by type:
  Started          base_url, seed, external_user_id
  TokenIssued      expires_at
  ListStarted      list, rows
  FaultInjected    page, status, retry_after
  PageRead         list, page, rows, last
  RefreshStarted   item_id
  RefreshStatusReceived  item_id, status, accounts, total_accounts, last
  StockUpdated     id, ticker, label, price, previous_price, currency_code,
                   quantity, updated_at
  Summary          the last line: seconds, tokens, lists, pages, transactions,
                   refreshes, stock_updates, requests, refused, retries
and the events of the client's events$, with operation and request:
  Requested        method, page
  Responded        status, duration
  Retried          error, attempt, delay
  TokenRenewed     expires_at
  TokenFailed      error, delay
  WatcherStarted   watcher, every
  WatcherEnded     watcher, every
  Polled           watcher, error, delay, checkpoint
  Restarted        error, restarts
  FieldMismatch     path, expected
  RowRejected      issues
  RowsReverted      emitted, dropped
  InexactAmount    count
  BudgetChanged    scope, limit, remaining, waiting, coolDown
  CircuitChanged   state, error, delay
  ApiVersionSunset        serviceVersion, date
Times are ISO 8601 in UTC; durations, delays and coolDown are milliseconds,
retry_after is in seconds. Tokens and secrets are never written.

Examples:
  $ rxbank demo                    until Ctrl-C
  $ rxbank demo --once | jq .type  about 12 s, as lines of JSON`

/** Adds `rxbank demo`. */
export const addDemo = (program: Command): void => {
  program
    .command('demo')
    .description('show how a client reads tokens, pages, a refresh and stocks')
    .option('--once', 'end after every step was shown, or after 30 s')
    .option('--seed <n>', 'the seed of the data', parseInteger(0), 1)
    .option('--port <n>', 'the port of the sandbox; 0: any free port', parsePort, 0)
    .option('--json', 'lines of JSON instead of a screen')
    .addHelpText('after', help)
    .action(async (options: DemoOptions) => runToEnd((await import('./demo.js')).demo(options)))
}
