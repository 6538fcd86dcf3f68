import { concat, defer, EMPTY, from, map, merge, mergeMap, type Observable, of, repeat, timer } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { UserClient } from '../../client/UserClient.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import type { Sandbox } from '../../testing/sandbox/Sandbox.js'
import { asNumber, asText } from '../formatText.js'
import type { DemoAction, DemoEvent } from './DemoEvent.js'
import { type DemoService, demoSizes } from './demoService.js'

/** The pause between two reads of the list, and between two refreshes of the item, in milliseconds. */
const pauseMs = 8000

const failingPage = 15

const refreshOutcomes = ['finished', 'info_required', 'finished', 'finished_error'] as const

const tokenActions = (user: UserClient): Observable<DemoAction> =>
  user.token$.pipe(map(({ expires_at }) => ({ _tag: 'TokenIssued', expires_at })))

/** Makes one page fail once, with 429 and 503 in turn. */
const injectFault = ({ faults }: Sandbox, list: number): DemoAction => {
  const rateLimit = { kind: 'rate-limit', retryAfter: 1 } as const
  const fault = list % 2 === 1 ? rateLimit : ({ kind: 'server-error', status: 503 } as const)
  faults.add({ ...fault, on: 'transactions', after: failingPage - 1 })
  const status = fault.kind === 'rate-limit' ? 429 : fault.status
  return {
    _tag: 'FaultInjected',
    page: failingPage,
    status,
    retry_after: fault.kind === 'rate-limit' ? fault.retryAfter : null,
  }
}

const readList = ({ sandbox, transactions }: DemoService, user: UserClient, list: number): Observable<DemoAction> =>
  concat(
    defer(() =>
      from<Array<DemoAction>>([{ _tag: 'ListStarted', list, rows: transactions }, injectFault(sandbox, list)]),
    ),
    user.transactions.pages({ limit: demoSizes.pageSize }).pipe(
      map(({ number, resources, next }): DemoAction => ({
        _tag: 'PageRead',
        list,
        page: number,
        rows: resources.length,
        last: next._tag === 'None',
      })),
    ),
  )

const refreshItem = (sandbox: Sandbox, user: UserClient, refresh: number): Observable<DemoAction> => {
  const { itemIds } = sandbox.users[0] ?? { itemIds: [] }
  const item_id = itemIds[(refresh - 1) % itemIds.length]
  if (item_id === undefined) return EMPTY
  const outcome = refreshOutcomes[(refresh - 1) % refreshOutcomes.length] ?? 'finished'
  const start$ = defer(() => {
    sandbox.refresh(item_id, { outcome, authenticating: 2000, retrieving: 5000 })
    return of<DemoAction>({ _tag: 'RefreshStarted', item_id })
  })
  const answers$ = user.items.watchRefresh(item_id, { every: 500 }).pipe(
    map(({ status, refreshed_accounts_count, total_accounts_count }): DemoAction => ({
      _tag: 'RefreshStatusReceived',
      item_id,
      status: asText(status),
      accounts: asNumber(refreshed_accounts_count, null),
      total_accounts: asNumber(total_accounts_count, null),
      last: documentedProfile.terminalStatuses.includes(asText(status)),
    })),
  )
  return concat(start$, answers$)
}

const stockActions = (user: UserClient): Observable<DemoAction> =>
  defer(() => {
    const prices = new Map<number, number>()
    return user.stocks.watchUpdated({ every: 1000 }).pipe(
      mergeMap(({ resources }) => from(resources)),
      map(({ id, ticker, label, current_price, currency_code, quantity, updated_at }): DemoAction => {
        const price = asNumber(current_price, 0)
        const previous_price = prices.get(id) ?? null
        prices.set(id, price)
        return {
          _tag: 'StockUpdated',
          id,
          ticker: asText(ticker),
          label: asText(label),
          price,
          previous_price,
          currency_code: asText(currency_code),
          quantity: asNumber(quantity, 0),
          updated_at: updated_at instanceof Date ? updated_at : new Date(0),
        }
      }),
    )
  })

/** Repeats a task without end, numbered from 1, with a pause in between. */
const repeatNumbered = (clock: Clock, task: (number: number) => Observable<DemoAction>): Observable<DemoAction> =>
  defer(() => {
    let number = 0
    return defer(() => task(++number)).pipe(repeat({ delay: () => timer(pauseMs, clock.scheduler) }))
  })

/**
 * Runs the tasks of a client concurrently: renewing a token, reading the pages of a long list with an error in between,
 * refreshing an item, and watching stocks. Never completes; errors when a stream of the client errors.
 */
export const demoTasks = (service: DemoService, clock: Clock = systemClock): Observable<DemoEvent> =>
  defer(() => {
    const { sandbox, client, baseUrl, seed } = service
    const external_user_id = sandbox.users[0]?.externalUserId ?? ''
    const user = client.user({ externalUserId: external_user_id })
    sandbox.faults.add({ kind: 'latency', ms: demoSizes.latency, on: 'transactions', times: Infinity })
    const actions$ = merge(
      of<DemoAction>({ _tag: 'Started', base_url: baseUrl, seed, external_user_id }),
      tokenActions(user),
      repeatNumbered(clock, (list) => readList(service, user, list)),
      repeatNumbered(clock, (refresh) => refreshItem(sandbox, user, refresh)),
      stockActions(user),
    ).pipe(map((action) => ({ ...action, time: new Date(clock.wall()) })))
    return merge(client.events$, actions$)
  })
