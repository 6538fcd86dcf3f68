import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { lastValueFrom, type Observable } from 'rxjs'
import { demo, type DemoOptions } from './demo/demo.js'
import { port, wholeNumber } from './options.js'
import { sandbox, type SandboxOptions } from './sandbox/sandbox.js'

const twoHours = 2 * 60 * 60 * 1000

const general = `
Examples:
  $ rxbank demo                    what the library does, until Ctrl-C
  $ rxbank demo --once | jq .type  the same in some 12 s, as lines of JSON
  $ rxbank sandbox --port 3210     a service to develop against

Exit codes: 0 done, or ended by Ctrl-C; 1 something failed; 2 wrong usage.
DEBUG=1 shows the stack of a failure; NO_COLOR=1 leaves colours out.`

const demoHelp = `
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
  Polled           error, delay
  Restarted        error, restarts
  RowRejected      issues
Times are ISO 8601 in UTC; durations and delays are milliseconds, retry_after
seconds. No token and no secret is ever written.`

const sandboxHelp = `
It prints its address, credentials and users, and then a line for each request.
Where the output is no terminal, each line is an object with "time", "type" and:
  Listening        base_url, client_id, client_secret, users, curl
  Request          method, path, status, duration

Ctrl-C, SIGTERM or SIGHUP end it and free the port.`

const run = async (command$: Observable<never>): Promise<void> => {
  await lastValueFrom(command$, { defaultValue: undefined })
}

const version = (): string => {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { readonly version: string }).version
}

/** The commands and their options. What goes wrong rejects `parseAsync`. */
export const createProgram = (): Command => {
  const program = new Command('rxbank')
    .description('A reactive client for bank data: see it at work, and develop against an invented bank.')
    .version(version())
    .exitOverride()
    .addHelpText('after', general)

  program
    .command('demo')
    .description('show tokens, pages, a refresh and stocks coming in')
    .option('--once', 'end by itself when all was seen, in 30 s at most')
    .option('--seed <n>', 'what the data is drawn from', wholeNumber(0), 1)
    .option('--port <n>', 'the port of the sandbox; 0: any that is free', port, 0)
    .option('--json', 'lines of JSON instead of a screen')
    .addHelpText('after', demoHelp)
    .action((options: DemoOptions) => run(demo(options)))

  program
    .command('sandbox')
    .description('run an invented bank on this machine until Ctrl-C')
    .option('--port <n>', 'its port; 0: any that is free', port, 3210)
    .option('--seed <n>', 'what the data is drawn from', wholeNumber(0), 1)
    .option('--users <n>', 'how many users there are', wholeNumber(1, 100_000), 3)
    .option('--token-lifetime <ms>', 'how long a token lives, in milliseconds', wholeNumber(1000), twoHours)
    .addHelpText('after', sandboxHelp)
    .action((options: SandboxOptions) => run(sandbox(options)))

  return program
}
