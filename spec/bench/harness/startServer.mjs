import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('server.mjs', import.meta.url))

/**
 * Starts a server on a port of this machine, in a second process, with pages made before the first request.
 *
 * - `pages`: how many pages a list has; 200 by default.
 * - `rows`: transactions a page; 500 by default, some 133 kB.
 * - `latency`: milliseconds that it waits with each answer; 0 by default.
 *
 * It serves, over kept-alive connections:
 *
 * - `/v2/transactions`: the list as the service sends it, along `next_uri`.
 * - `/link/transactions`: the rows alone, along the header `Link`.
 * - `/v1/balance_transactions`: the list as Stripe sends its own, with `has_more` and `starting_after`.
 * - `/v2/transactions/<anything>`: one transaction.
 *
 * What it answers with: `url`, such as `http://127.0.0.1:4711`; `port`; `rows`, how many a list has in all, for
 * `tally.mjs`; and `close`, for the `close` of a comparison.
 */
export const startServer = async ({ pages = 200, rows = 500, latency = 0 } = {}) => {
  const child = fork(program, [JSON.stringify({ pages, rows, latency })], { execArgv: [] })
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    rows: pages * rows,
    close: () => {
      child.disconnect()
      return once(child, 'exit')
    },
  }
}
