import fc from 'fast-check'
import { none } from 'fp-ts/lib/Option.js'
import { concat, concatMap, from, ignoreElements, map, NEVER, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { connectSession } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { record, timestamp } from '../../../lib/codec.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import type { ConsentSession } from '../../../lib/service/model/ConsentSession.js'
import { item as describedItem } from '../../../lib/service/model/Item.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import type { LiveRowsConfig } from '../../../lib/streams/polling/liveRows.js'
import {
  type Consent,
  type ConsentedItem,
  watchConsents,
  type WatchedRounds,
} from '../../../lib/streams/polling/watchConsents.js'
import { marbles } from '../../helpers/marbles.js'
import { play, profilesUnderTest, readOne, rowsOf } from '../../helpers/profiles.js'
import { json, page, token } from '../../helpers/responses.js'

const day = 24 * 3_600_000
const start = Date.UTC(2026, 0, 1)
const at = (days: number) => new Date(start + days * day)

const consent = (id: number, days: number): ConsentedItem => ({ id, authentication_expires_at: at(days) })

interface Round {
  readonly day: number
  readonly batch: UpdatedBatch<ConsentedItem>
}

/** A round on a day. */
const round = (on: number, ...resources: ReadonlyArray<ConsentedItem>): Round => ({
  day: on,
  batch: { resources: [...resources], rejected: [], checkpoint: none, isLast: true },
})

const status = (code: number) =>
  new StatusError({ operation: 'items.get', page: none, status: code, type: none, detail: none, retryAfter: none })

const short = (consent: Consent<ConsentedItem>) => {
  const end = consent._tag === 'unreadable' ? '?' : String((consent.endsAt.getTime() - start) / day)
  return `${consent._tag} ${String(consent.item.id)} ${end}`
}

/** Items in rounds; `now` is what the service has of one that is asked for. */
const watched = (rounds$: Observable<Round>, now: (id: number) => Observable<ConsentedItem>, config = {}) => {
  const clock = createVirtualClock({ start })
  const asked: Array<number> = []
  const configs: Array<LiveRowsConfig> = []
  const consents$ = watchConsents(
    {
      get: (id) => (asked.push(id), now(id)),
      watchUpdated: (given) => {
        configs.push(given)
        return rounds$.pipe(
          concatMap(({ day: on, batch }) => {
            clock.stepWall(start + on * day - clock.wall())
            return concat(given.process(batch).pipe(ignoreElements()), of(batch))
          }),
        )
      },
    },
    { clock, ...config },
  )
  return { consents$, asked, configs }
}

const reported = (...args: Parameters<typeof watched>) => {
  const { consents$, asked } = watched(...args)
  const seen: Array<string> = []
  consents$.subscribe({
    next: (news) => seen.push(short(news)),
    error: (error: { _tag: string }) => seen.push(error._tag),
  })
  return { seen, asked }
}

describe('watchConsents', () => {
  it.each([undefined, null, 5, {}, { get: () => of() }, { get: 1, watchUpdated: 2 }])(
    'refuses %p as items',
    (items) => {
      const errors: Array<unknown> = []
      watchConsents(items as never).subscribe({ error: (error: unknown) => errors.push(error) })
      expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/items' }] }])
    },
  )

  it('tells of each item when its consent is about to end, has ended, and was renewed', () => {
    const [seven, eight] = [consent(7, 10), consent(8, 30)]
    const renewed = consent(7, 190)
    const rounds = [round(0, seven, eight), round(2), round(3), round(9), round(10), round(11, renewed), round(23)]
    const items = new Map([[8, eight]])
    let asks = 0
    const isRenewed = () => ++asks > 2
    const { seen, asked } = reported(of(...rounds), (id) => of(items.get(id) ?? (isRenewed() ? renewed : seven)))
    expect(seen).toEqual(['ending 7 10', 'ended 7 10', 'renewed 7 190', 'ending 8 30'])
    expect(asked).toEqual([7, 7, 7, 8])
  })

  it('tells at the first round what is ending or has ended already, with the session that renews it', () => {
    const seen: Array<unknown> = []
    const items = new Map([7, 8, 9].map((id) => [id, consent(id, 10 * (id - 7))]))
    const rounds$ = of(round(5, ...items.values()))
    watched(rounds$, (id) => of(items.get(id) ?? consent(0, 0))).consents$.subscribe((news) => seen.push(news))
    expect(seen).toEqual([
      { _tag: 'ended', item: consent(7, 0), endsAt: at(0), session: { itemId: 7 } },
      { _tag: 'ending', item: consent(8, 10), endsAt: at(10), noticeDays: 7, session: { itemId: 8 } },
    ])
  })

  it.each([
    ['no end', { id: 7 }],
    ['null', { id: 7, authentication_expires_at: null }],
    ['an end that is far', consent(7, 8)],
  ])('tells nothing of an item with %s', (_, item) => {
    expect(reported(of(round(0, item), round(0.5)), () => of(item))).toEqual({ seen: [], asked: [] })
  })

  it('has a single noticeDays a week before the end by default, or those of `noticeDays`', () => {
    const item = consent(7, 8)
    expect(reported(of(round(0, item)), () => of(item), { noticeDays: [9] }).seen).toEqual(['ending 7 8'])
    expect(reported(of(round(7, item), round(8)), () => of(item), { noticeDays: [] }).seen).toEqual(['ended 7 8'])
  })

  it('waits for the end of a round', () => {
    const item = consent(7, 1)
    const { batch } = round(0, item)
    const first = { day: 0, batch: { ...batch, isLast: false } }
    expect(reported(of(first), () => of(item)).seen).toEqual([])
    expect(reported(of(first, round(0)), () => of(item)).seen).toEqual(['ending 7 1'])
  })

  it('goes by the clock of the machine unless it is given one', () => {
    const item = consent(7, -1000)
    expect(reported(of(round(0, item)), () => of(item), { clock: undefined }).seen).toEqual(['ended 7 -1000'])
  })

  it('requests an item that is gone once more in the next round, and then no more', () => {
    const gone = () => throwError(() => status(404))
    expect(reported(of(round(0, consent(7, 1)), round(1), round(2)), gone)).toEqual({ seen: [], asked: [7, 7] })
  })

  it('tells of an item that was not found once, as of any other', () => {
    let asks = 0
    const seven = consent(7, 1)
    const once = () => (++asks === 2 ? throwError(() => status(404)) : of(seven))
    expect(reported(of(round(0, seven), round(1), round(2)), once).seen).toEqual(['ending 7 1', 'ended 7 1'])
  })

  describe('if the end of a consent is missing in an answer', () => {
    const [seven, none7, renewed] = [consent(7, 10), { id: 7 }, consent(7, 190)]

    it.each<[string, ReadonlyArray<ConsentedItem>]>([
      ['the list of one round', [none7]],
      ['the list of two rounds', [none7, none7]],
      ['one list as null', [{ id: 7, authentication_expires_at: null }]],
    ])('of %s, does not forget that it has ended', (_, gap) => {
      const rounds = [round(11, seven), ...gap.map((item, index) => round(12 + index, item)), round(20, seven)]
      expect(reported(of(...rounds), () => of(seven)).seen).toEqual(['ended 7 10'])
    })

    it('tells the end and the renewal over it, each once', () => {
      const answers = [seven, none7, renewed]
      const rounds = [round(5, seven), round(9, none7), round(11), round(12, none7), round(13, renewed), round(14)]
      const { seen } = reported(of(...rounds), () => of(answers.shift() ?? renewed))
      expect(seen).toEqual(['ending 7 10', 'ended 7 10', 'renewed 7 190'])
    })

    it('tells the end though the item that was asked for lacks it', () => {
      const { seen } = reported(of(round(5, seven), round(9), round(11), round(12)), () => of(none7))
      expect(seen).toEqual(['ending 7 10', 'ended 7 10'])
    })

    it('keeps the account types of the item for the session', () => {
      const sessions: Array<unknown> = []
      const all = { ...seven, account_types: 'all' }
      watched(of(round(5, all), round(11, seven)), () => of(seven)).consents$.subscribe((news) => {
        if ('session' in news) sessions.push(news.session)
      })
      expect(sessions).toEqual([
        { itemId: 7, accountTypes: 'all' },
        { itemId: 7, accountTypes: 'all' },
      ])
    })

    it('ends in the stage that is true, having told no stage of an end twice, in any order of answers', () => {
      const answer = fc.constantFrom<'whole' | 'endless' | 'none'>('whole', 'endless', 'none')
      const step = fc.record({ days: fc.nat(8), list: answer, single: answer, isRenewed: fc.boolean() })
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          let [now, end] = [0, 10]
          const single = { answer: 'whole' }
          const truth = () => consent(7, end)
          const rounds = [...steps, { days: 0, list: 'whole', single: 'whole', isRenewed: false }].map(
            (taken) => () => {
              now += taken.days
              if (taken.isRenewed && now > end - 7) end = now + 20
              single.answer = taken.single
              const shown = { whole: [truth()], endless: [none7], none: [] }[taken.list]
              return round(now, ...(shown ?? []))
            },
          )
          const { seen } = reported(from(rounds).pipe(map((next) => next())), () => {
            if (single.answer === 'none') return throwError(() => status(503))
            return of(single.answer === 'whole' ? truth() : none7)
          })
          expect(new Set(seen).size).toBe(seen.length)
          const stage = now < end - 7 ? 'renewed' : now < end ? 'ending' : 'ended'
          const last = seen.at(-1)
          if (stage !== 'renewed' || last !== undefined) expect(last).toMatch(new RegExp(`^${stage} 7 `))
          seen.forEach((line, index) => {
            if (line.startsWith('renewed')) expect(seen[index - 1]).toMatch(/^end/)
          })
        }),
      )
    })
  })

  it('goes back to no earlier stage of a consent if the clock is set back', () => {
    const seven = consent(7, 10)
    const rounds = [round(11, seven), round(5), round(0), round(12)]
    expect(reported(of(...rounds), () => of(seven)).seen).toEqual(['ended 7 10'])
  })

  it('does not tell what was renewed meanwhile', () => {
    expect(reported(of(round(0, consent(7, 1)), round(1)), () => of(consent(7, 100))).seen).toEqual([])
  })

  it('asks again in the next round after a transient error, and errors with any other', () => {
    const answers = [throwError(() => status(503)), of(consent(7, 1))]
    const { seen } = reported(of(round(0, consent(7, 1)), round(0.1)), () => answers.shift() ?? NEVER)
    expect(seen).toEqual(['ending 7 1'])
    expect(reported(of(round(0, consent(7, 1))), () => throwError(() => status(403))).seen).toEqual(['StatusError'])
  })

  it('watches hourly unless it is told otherwise, and gives the other options on', () => {
    const configs = [{}, { every: undefined }, { every: 500, limit: 7, noticeDays: [3] }].map((config) => {
      const { consents$, configs: given } = watched(NEVER, () => NEVER, config)
      consents$.subscribe().unsubscribe()
      return given
    })
    const process = expect.any(Function)
    expect(configs).toEqual([
      [{ every: 3_600_000, process }],
      [{ every: 3_600_000, process }],
      [{ every: 500, limit: 7, process }],
    ])
  })

  it.each([
    [true, 'all', 'enabled'],
    [false, 'payment', 'disabled'],
  ] as const)('has a session that keeps the accounts of the item, if it is used: %s', (isUsed, types, access) => {
    const [underTest] = profilesUnderTest.filter(({ isV3 }) => isV3)
    if (underTest === undefined) throw new Error('no such profile')
    const { sandbox, clock, user, owner } = play(underTest)
    const [, itemId = 0] = owner.itemIds
    const sessions = new Map<number, ConsentSession>()
    watchConsents(user.items as never, { clock, noticeDays: [400] }).subscribe((news) => {
      if ('session' in news) sessions.set(news.session.itemId, news.session)
    })
    const session = sessions.get(itemId)
    expect(session).toEqual({ itemId, accountTypes: 'all' })
    const { url } = readOne(user.send(connectSession(isUsed && session ? session : { itemId })))
    sandbox.submitBankForm(url)
    clock.advance(60_000)
    expect(rowsOf(user.items.all()).find(({ id }) => id === itemId)?.account_types).toBe(types)
    const others = rowsOf(user.accounts.all()).filter((row) => row.item_id === itemId && row.type === 'brokerage')
    expect(others.map((row) => row.data_access)).toEqual([access])
  })

  it('is cold, and leaves what it asks for', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const rounds$ = cold('-a', { a: round(0, consent(7, 1)) })
      const item$ = cold<ConsentedItem>('---a', { a: consent(7, 1) })
      expectObservable(watched(rounds$, () => item$).consents$, '---!').toBe('---')
      expectSubscriptions(rounds$.subscriptions).toBe('^--!')
      expectSubscriptions(item$.subscriptions).toBe('-^-!')
    })
  })

  it('asks within `process`, so that the next round waits for it, with the `timeout` and the `headers` of the watcher', () => {
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const item$ = cold('---(a|)', { a: consent(7, 1) })
      const { batch } = round(0, consent(7, 1))
      const next$ = cold<UpdatedBatch<ConsentedItem>>('-----')
      const calls: Array<unknown> = []
      const items = {
        get: (_: number, call: object) => {
          calls.push(call)
          return item$
        },
        watchUpdated: ({ process }: WatchedRounds<ConsentedItem>) =>
          concat(process(batch).pipe(ignoreElements()), of(batch), next$),
      }
      const headers = { 'X-Trace': '7' }
      const clock = createVirtualClock({ start })
      const told$ = watchConsents(items, { clock, timeout: 500, headers }).pipe(map(short))
      expectObservable(told$, '-----!').toBe('---a--', { a: 'ending 7 1' })
      expectSubscriptions(item$.subscriptions).toBe('^--!')
      expectSubscriptions(next$.subscriptions).toBe('---^-!')
      flush()
      expect(calls).toEqual([{ timeout: 500, headers, priority: 'background' }])
    })
  })

  it('errors with what it asks for within `process`', () => {
    const { batch } = round(0, consent(7, 1))
    const items = {
      get: () => throwError(() => status(403)),
      watchUpdated: ({ process }: WatchedRounds<ConsentedItem>) => process(batch) as Observable<never>,
    }
    const seen: Array<unknown> = []
    watchConsents(items, { clock: createVirtualClock({ start }) }).subscribe({ error: (error) => seen.push(error) })
    expect(seen).toEqual([status(403)])
  })

  it('errors with a wrong option', () => {
    expect(reported(NEVER, () => NEVER, { noticeDays: [-1] }).seen).toEqual(['ConfigError'])
  })

  it('follows the items of a client', () => {
    const clock = createVirtualClock({ start })
    const ends = { 7: at(10) }
    const item = record(
      'item',
      { ...describedItem.required, authentication_expires_at: timestamp },
      describedItem.optional,
    )
    const row = () => ({ id: 7, status: 0, bank_id: 1, authentication_expires_at: ends[7].toISOString() })
    const date = () => ({ date: new Date(clock.wall()).toUTCString() })
    const client = createClient({
      profile: bridge2021,
      codecs: { item },
      clientId: 'id',
      clientSecret: 'secret',
      clock,
      random: () => 0.5,
      http: ({ url }) => {
        if (url.endsWith('/authenticate')) return of(token('t', clock.wall() + 7_200_000, date()))
        return of(url.endsWith('/items/7') ? json(row(), 200, date()) : page([row()], null, null, date()))
      },
    })
    const seen: Array<string> = []
    watchConsents(client.user({ externalUserId: 'A6J' }).items, { clock }).subscribe((news) => seen.push(short(news)))
    clock.advance(11 * day)
    ends[7] = at(190)
    clock.advance(day)
    expect(seen).toEqual(['ending 7 10', 'ended 7 10', 'renewed 7 190'])
  })
})
