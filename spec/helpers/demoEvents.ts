import { none, some } from 'fp-ts/lib/Option.js'
import type { DemoAction, DemoEvent } from '../../lib/cli/demo/DemoEvent.js'
import { type DemoState, initialDemoState } from '../../lib/cli/demo/DemoState.js'
import { reduceDemo } from '../../lib/cli/demo/withDemoState.js'
import { type ClientEvent, StatusError } from '../../lib/index.js'

/** A moment of a day, local time, `seconds` after 12:00:00. */
export const at = (seconds: number): Date => new Date(2026, 0, 15, 12, 0, 0, seconds * 1000)

type Told<E> = E extends ClientEvent ? Omit<E, 'time' | 'request'> : never

/** What the demo did at a moment. */
export const act = (seconds: number, event: DemoAction): DemoEvent => ({ ...event, time: at(seconds) })

/** What the client told at a moment. */
export const reported = (seconds: number, event: Told<ClientEvent>): DemoEvent => ({
  ...event,
  request: 1,
  time: at(seconds),
})

/** The fields of {@link rateLimited}. */
export const rateLimit = {
  operation: 'transactions.list',
  page: some(15),
  status: 429,
  type: some('too_many_requests'),
  detail: none,
  retryAfter: some(1000),
}

/** What a page failed with. */
export const rateLimited = new StatusError(rateLimit)

/** A price of a stock with a number, at a moment. */
export const price = (seconds: number, number: number, now: number, before: number | null): DemoEvent =>
  act(seconds, {
    _tag: 'StockUpdated',
    id: 1_500_000 + number,
    ticker: ['NWE', 'SLRO', 'IBX'][number % 3] ?? '',
    label: ['Nordwind Energie', 'Silver Lake Robotics', 'Índice Ibérico'][number % 3] ?? '',
    price: now,
    previous_price: before,
    currency_code: 'EUR',
    quantity: 12.5,
    updated_at: at(seconds - 1),
  })

const page = (seconds: number, number: number): DemoEvent =>
  act(seconds, { _tag: 'PageRead', list: 1, page: number, rows: 500, last: number === 60 })

/** A demo of which everything was seen. */
export const wholeDemo: ReadonlyArray<DemoEvent> = [
  act(0, { _tag: 'Started', base_url: 'http://127.0.0.1:41679', seed: 1, external_user_id: 'A6J' }),
  reported(0, { _tag: 'Requested', operation: 'authenticate', method: 'POST', page: none }),
  act(0, { _tag: 'ListStarted', list: 1, rows: 30_000 }),
  act(0, { _tag: 'FaultInjected', page: 15, status: 429, retry_after: 1 }),
  act(0, { _tag: 'RefreshStarted', item_id: 187_000 }),
  reported(0, { _tag: 'Responded', operation: 'authenticate', status: 200, duration: 12.3456 }),
  reported(0, { _tag: 'TokenRenewed', operation: 'authenticate', expires_at: at(15) }),
  act(0, { _tag: 'TokenIssued', expires_at: at(15) }),
  ...Array.from({ length: 40 }, (_, number) => price(1, number, 10 * (number + 1), null)),
  ...Array.from({ length: 14 }, (_, index) => page(1, index + 1)),
  reported(1, { _tag: 'Responded', operation: 'transactions.list', status: 429, duration: 61 }),
  reported(1, { _tag: 'Retried', operation: 'transactions.list', error: rateLimited, attempt: 1, delay: 1000 }),
  act(2, {
    _tag: 'RefreshStatusReceived',
    item_id: 187_000,
    status: 'retrieving_data',
    accounts: 1,
    total_accounts: 3,
    last: false,
  }),
  price(3, 4, 1234.5, 1240),
  price(4, 9, 11.25, 10),
  ...Array.from({ length: 46 }, (_, index) => page(5, index + 15)),
  act(8, {
    _tag: 'RefreshStatusReceived',
    item_id: 187_000,
    status: 'finished',
    accounts: null,
    total_accounts: null,
    last: true,
  }),
  act(12, { _tag: 'TokenIssued', expires_at: at(27) }),
]

/** What events lead to. */
export const stateAfter = (events: ReadonlyArray<DemoEvent>): DemoState => events.reduce(reduceDemo, initialDemoState)
