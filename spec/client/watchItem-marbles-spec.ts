import { some } from 'fp-ts/lib/Option.js'
import { NEVER } from 'rxjs'
import { bridge2025 } from '../../lib/bridge.js'
import type { Http } from '../../lib/http/Http.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { watchItem, type WatchItemConfig } from '../../lib/index.js'
import { item2025 } from '../fixtures/bridge2025.js'
import { poll } from '../helpers/interpreters.js'
import { type Marbles, marbles } from '../helpers/marbles.js'
import { inTurn, lost } from '../helpers/refreshes.js'
import { json } from '../helpers/responses.js'
import { watching } from '../helpers/watching.js'

type Item = Parameters<NonNullable<WatchItemConfig<{ readonly last_try_refresh?: Date }>['until']>>[0]

const [earlier, later] = ['2026-09-11T05:12:44.120Z', '2026-09-11T17:12:44.120Z']

/** What the service says of an item: `o` before its refresh, `w` while the user is waited for, `n` after it. */
const says = {
  o: json({ ...item2025, status: 0, last_try_refresh: earlier }),
  w: json({ ...item2025, status: -3, last_try_refresh: earlier }),
  n: json({ ...item2025, status: 0, last_try_refresh: later }),
  g: json({ errors: [{ code: 'not_found', message: 'no' }] }, 404),
  b: json({}, 503),
}

/** The items that are emitted. */
const items = {
  o: expect.objectContaining({ status: 0, last_try_refresh: new Date(earlier) }) as unknown,
  w: expect.objectContaining({ status: -3, last_try_refresh: new Date(earlier) }) as unknown,
  n: expect.objectContaining({ status: 0, last_try_refresh: new Date(later) }) as unknown,
}

const watch = ({ clock }: Marbles, http: Http, config: WatchItemConfig<Item> = {}) => {
  const baseUrl = { origin: 'https://bank.example', prefix: '', roots: bridge2025.roots }
  const connection = watching(http, { clock, baseUrl, random: () => 0.5 })
  return watchItem(bridge2025, { poll: poll(connection) }, 7, config as never)
}

describe('watchItem', () => {
  it('asks two seconds after each answer, emits what differs, and completes with the refresh', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const same = cold('500ms (o|)', says)
      const other = cold('500ms (w|)', says)
      const refreshed = cold('500ms (n|)', says)
      const item$ = watch(helpers, inTurn(same, same, other, refreshed))
      expectObservable(item$).toBe('500ms o 4999ms w 2499ms (n|)', items)
      expectSubscriptions(same.subscriptions).toBe(['^ 499ms !', '2500ms ^ 499ms !'])
      expectSubscriptions(other.subscriptions).toBe('5s ^ 499ms !')
      expectSubscriptions(refreshed.subscriptions).toBe('7500ms ^ 499ms !')
    })
  })

  it('asks every so many milliseconds, never twice at once, and sooner when it is triggered', () => {
    marbles((helpers) => {
      const { cold, hot, expectObservable, expectSubscriptions } = helpers
      const question = cold('3s (o|)', says)
      const trigger$ = hot('1s t 8999ms t', { t: null })
      const item$ = watch(helpers, () => question, { every: 20_000, trigger$ })
      expectObservable(item$, '^ 11999ms !').toBe('3s o', items)
      expectSubscriptions(question.subscriptions).toBe(['^ 2999ms !', '4s ^ 2999ms !', '10s ^ 1999ms !'])
      expectSubscriptions(trigger$.subscriptions).toBe('^ 11999ms !')
    })
  })

  it('with `fullRefresh$` waits for the whole history too, and asks at once when it is there', () => {
    marbles((helpers) => {
      const { cold, hot, expectObservable, expectSubscriptions } = helpers
      const answers = inTurn(cold('(o|)', says), cold('(n|)', says), cold('(n|)', says))
      const fullRefresh$ = hot('30s f', { f: null })
      const options = { every: 20_000, fullRefresh$ }
      expectObservable(watch(helpers, answers, options)).toBe('o 19999ms n 9999ms |', items)
      expectSubscriptions(fullRefresh$.subscriptions).toBe('^ 29999ms !')
    })
  })

  it('with `fullRefresh$` that was there first completes with the refresh, and errors with it', () => {
    marbles((helpers) => {
      const { cold, hot, expectObservable } = helpers
      const answers = inTurn(cold('(o|)', says), cold('(o|)', says), cold('(n|)', says))
      const options = { every: 20_000, fullRefresh$: hot('2s f', { f: null }), trigger$: NEVER }
      expectObservable(watch(helpers, answers, options)).toBe('o 21999ms (n|)', items)
      const failing = { fullRefresh$: cold('1s #') }
      expectObservable(watch(helpers, () => cold('(o|)', says), failing)).toBe('o 999ms #', items)
    })
  })

  it('aborts the request and clears the timer when it is left', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const question = cold('500ms (o|)', says)
      expectObservable(
        watch(helpers, () => question),
        '^ 2699ms !',
      ).toBe('500ms o', items)
      expectSubscriptions(question.subscriptions).toBe(['^ 499ms !', '2500ms ^ 199ms !'])
    })
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const question = cold('500ms (o|)', says)
      expectObservable(
        watch(helpers, () => question),
        '^ 1500ms !',
      ).toBe('500ms o', items)
      expectSubscriptions(question.subscriptions).toBe(['^ 499ms !'])
    })
  })

  it('errors when the item was removed, and asks no more', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const there = cold('100ms (o|)', says)
      const gone = cold('100ms (g|)', says)
      const error = { _tag: 'StatusError', operation: 'items.get', status: 404, type: some('not_found') }
      const item$ = watch(helpers, inTurn(there, gone))
      expectObservable(item$).toBe('100ms o 2099ms #', items, expect.objectContaining(error))
      expectSubscriptions(there.subscriptions).toBe('^ 99ms !')
      expectSubscriptions(gone.subscriptions).toBe('2100ms ^ 99ms !')
    })
  })

  it('waits longer from one transient error to the next, and by the interval once it is answered', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const there = cold('(o|)', says)
      const cut = cold<HttpResponse>('#', undefined, lost)
      const busy = cold('(b|)', says)
      const refreshed = cold('(n|)', says)
      const item$ = watch(helpers, inTurn(there, cut, busy, there, refreshed))
      expectObservable(item$).toBe('o 5499ms (n|)', items)
      expectSubscriptions(there.subscriptions).toBe(['(^!)', '3500ms (^!)'])
      expectSubscriptions(cut.subscriptions).toBe('2s (^!)')
      expectSubscriptions(busy.subscriptions).toBe('2500ms (^!)')
      expectSubscriptions(refreshed.subscriptions).toBe('5500ms (^!)')
    })
  })

  it('aborts the request in flight at the deadline, asks one last time, and errors', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const question = cold('500ms (o|)', says)
      const silent = cold('60m (o|)', says)
      const item$ = watch(helpers, inTurn(question, silent), { deadline: 6000 })
      expectObservable(item$).toBe('500ms o 7499ms #', items, expect.objectContaining({ _tag: 'DeadlineExceeded' }))
      expectSubscriptions(question.subscriptions).toBe('^ 499ms !')
      expectSubscriptions(silent.subscriptions).toBe(['2500ms ^ 3499ms !', '6s ^ 1999ms !'])
    })
  })

  it('asks for each subscription anew', () => {
    marbles((helpers) => {
      const { cold, expectObservable, expectSubscriptions } = helpers
      const question = cold('--(n|)', says)
      const item$ = watch(helpers, () => question, { after: new Date(earlier) })
      expectObservable(item$).toBe('--(n|)', items)
      expectObservable(item$, '-----^').toBe('-------(n|)', items)
      expectSubscriptions(question.subscriptions).toBe(['^-!', '-----^-!'])
    })
  })
})
