import fc from 'fast-check'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { PostableRow } from '../../../lib/service/model/MatchFields.js'
import { matchPosted } from '../../../lib/service/model/matchPosted.js'
import {
  emptyPostedWindow,
  followPosted,
  type FollowPostedConfig,
  type PostableBatch,
  type PostedWindow,
} from '../../../lib/streams/polling/followPosted.js'
import { payment, removedAndAdded, rules } from '../../helpers/payments.js'

type Batch = PostableBatch

const at = (day: string): Option<Date> => some(new Date(`${day}T06:00:00.000Z`))

/** A batch whose removed rows were known. */
const batchOf = ({
  added = [],
  updated = [],
  removed = [],
  known,
  checkpoint = at('2023-04-21'),
}: Partial<Batch>): Batch => ({
  added,
  updated,
  removed,
  known: known ?? new Set([...updated, ...removed].map(({ id }) => id)),
  checkpoint,
})

const dayOf = (day: string): number => Date.parse(day) / 86_400_000

const follow = (batches: ReadonlyArray<Partial<Batch>>, config?: FollowPostedConfig): ReadonlyArray<PostedWindow> => {
  const step = followPosted(config)
  const windows: Array<PostedWindow> = []
  for (const batch of batches) windows.push(step(windows.at(-1) ?? emptyPostedWindow, batchOf(batch)))
  return windows
}

const links = (windows: ReadonlyArray<PostedWindow>) => windows.map((window) => window.links)
const waiting = (window: PostedWindow | undefined) => [
  window?.removed.map(({ id }) => id),
  window?.added.map(({ id }) => id),
]
const link = { pending: 1, posted: 2 }

describe('followPosted', () => {
  it('links what comes in one batch, and waits for it no more', () => {
    const windows = follow([{ removed: [payment(1)], added: [payment(2)] }])
    expect(windows).toEqual([{ removed: [], added: [], from: dayOf('2023-03-15'), round: 1, links: [link] }])
  })

  it('links a removal to what is added rounds later, once', () => {
    const windows = follow([{ removed: [payment(1)] }, {}, { added: [payment(2)] }, {}])
    expect(links(windows)).toEqual([[], [], [link], []])
    expect(windows.map(waiting)).toEqual([
      [[1], []],
      [[1], []],
      [[], []],
      [[], []],
    ])
  })

  it('links what was added in the round before the removal, and nothing that was there longer', () => {
    expect(links(follow([{ added: [payment(2)] }, { removed: [payment(1)] }]))).toEqual([[], [link]])
    expect(links(follow([{ added: [payment(2)] }, {}, { removed: [payment(1)] }]))).toEqual([[], [], []])
    const pages = [{ added: [payment(2)], checkpoint: none }, {}, { checkpoint: none }, { removed: [payment(1)] }]
    expect(links(follow(pages))).toEqual([[], [], [], [link]])
  })

  it('loses no link if a batch that it has seen is told again, as after a crash', () => {
    const first = { added: [payment(2), payment(3, { amount: -7 })] }
    const again = { updated: first.added }
    const gone = { removed: [payment(1)] }
    expect(links(follow([first, again, gone])).flat()).toEqual([link])
    expect(links(follow([first, again, again, gone])).flat()).toEqual([link])
    const pages = [{ updated: [payment(2)], checkpoint: none }, { updated: [payment(3, { amount: -7 })] }]
    expect(links(follow([first, ...pages, gone])).flat()).toEqual([link])
    const [kept] = follow([first])
    const restored = JSON.parse(JSON.stringify(kept)) as PostedWindow
    expect([again, gone].map(batchOf).reduce(followPosted(), restored).links).toEqual([link])
  })

  it('does not take what is told again rounds later, or otherwise, for what has just come', () => {
    const first = { added: [payment(2)] }
    const again = { updated: [payment(2)] }
    const gone = { removed: [payment(1)] }
    expect(links(follow([first, {}, again, gone])).flat()).toEqual([])
    expect(links(follow([first, again, {}, gone])).flat()).toEqual([])
    expect(links(follow([first, { updated: [payment(2, { description: 'SPOTIFY AB' })] }, gone])).flat()).toEqual([])
  })

  it('tells a payment of every day from those of other days', () => {
    const days = ['2023-04-17', '2023-04-18', '2023-04-19', '2023-04-20']
    const rounds = days.flatMap((date, index) => [
      { added: [payment(10 + index, { date })], checkpoint: at(date) },
      { checkpoint: at(date) },
      { removed: [payment(10 + index, { date })], added: [payment(20 + index, { date })], checkpoint: at(date) },
      { checkpoint: at(date) },
    ])
    expect(links(follow(rounds)).flat()).toEqual(days.map((_, index) => ({ pending: 10 + index, posted: 20 + index })))
  })

  it('matches at the end of a round, so that it does not matter how rows fall on pages', () => {
    const twins = [
      { removed: [payment(1)], added: [payment(2)], checkpoint: none },
      { removed: [payment(3)], added: [payment(4)] },
    ]
    expect(links(follow(twins))).toEqual([[], []])
    const split = [{ removed: [payment(1)], checkpoint: none }, { checkpoint: none }, { added: [payment(2)] }]
    expect(links(follow(split))).toEqual([[], [], [link]])
  })

  it('does not follow a removed row that was not known: it was told before, or never', () => {
    const windows = follow([{ removed: [payment(1)], known: new Set() }, { added: [payment(2)] }])
    expect(links(windows)).toEqual([[], []])
    expect(waiting(windows[0])).toEqual([[], []])
  })

  it('does not follow to what was updated and was there before', () => {
    expect(links(follow([{ removed: [payment(1)], updated: [payment(2)] }]))).toEqual([[]])
  })

  it('forgets what was added and is removed again, and follows it if it was known', () => {
    const windows = follow([{ added: [payment(2)] }, { removed: [payment(2)] }, { added: [payment(3)] }])
    expect(links(windows)).toEqual([[], [], [{ pending: 2, posted: 3 }]])
    expect(
      links(follow([{ added: [payment(2)] }, { removed: [payment(2)], known: new Set() }, { removed: [payment(1)] }])),
    ).toEqual([[], [], []])
  })

  it('does not wait for the successor of a row that is there again', () => {
    const windows = follow([{ removed: [payment(1)] }, { added: [payment(1)] }, { added: [payment(2)] }])
    expect(links(windows)).toEqual([[], [], []])
  })

  it('reads what was added as it was updated since', () => {
    const changed = payment(2, { amount: -5 })
    const to = (before: PostableRow, after: PostableRow) =>
      links(follow([{ added: [before], checkpoint: none }, { updated: [after] }, { removed: [payment(1)] }])).flat()
    expect(to(payment(2), changed)).toEqual([])
    expect(to(changed, payment(2))).toEqual([link])
    expect(links(follow([{ added: [changed] }, { updated: [payment(2)] }, { removed: [payment(1)] }])).flat()).toEqual(
      [],
    )
    const bare = payment(2, { amount: null })
    expect(waiting(follow([{ added: [payment(2)] }, { updated: [bare] }])[1])).toEqual([[], []])
  })

  it('follows none that lacks an account, a currency, an amount or a date', () => {
    const [window] = follow([{ removed: [{ id: 1 }], added: [payment(2, { date: null })] }])
    expect(waiting(window)).toEqual([[], []])
  })

  it('links until 30 days after the dates of both, by the checkpoint, or as many as it is told', () => {
    const linkedAt = (day: string, config?: FollowPostedConfig) =>
      links(follow([{ removed: [payment(1)] }, { added: [payment(2)], checkpoint: at(day) }], config))[1]
    expect(linkedAt('2023-05-20')).toEqual([link])
    expect(linkedAt('2023-05-21')).toEqual([])
    expect(linkedAt('2023-04-22', { hold: 2 })).toEqual([link])
    expect(linkedAt('2023-04-23', { hold: 2 })).toEqual([])
    const atOnce = { removed: [payment(1)], added: [payment(2)], checkpoint: at('2023-04-20') }
    expect(links(follow([atOnce], { hold: 0, maxRows: 1 }))).toEqual([[link]])
    const late = { removed: [payment(1, { date: '2023-04-19' })], added: [payment(2)], checkpoint: at('2023-05-20') }
    expect(links(follow([late]))).toEqual([[]])
  })

  it('holds what it may still take others for, and no longer', () => {
    const windows = follow([
      { removed: [payment(1)], added: [payment(2, { account_id: 8 })] },
      { checkpoint: at('2023-05-27') },
      { checkpoint: at('2023-05-28') },
    ])
    expect(windows.map(waiting)).toEqual([
      [[1], [2]],
      [[1], [2]],
      [[], []],
    ])
  })

  it('takes what was ambiguous for ambiguous when the other half of it is forgotten', () => {
    const twins = [payment(1, { date: '2023-04-16' }), payment(2, { date: '2023-04-22' })]
    const rounds = (batch: Partial<Batch>) =>
      follow([
        batch,
        ...['2023-05-20', '2023-05-24', '2023-05-28', '2023-06-10'].map((day) => ({ checkpoint: at(day) })),
      ])
    expect(links(rounds({ removed: twins, added: [payment(3)] })).flat()).toEqual([])
    expect(links(rounds({ added: twins, removed: [payment(3)] })).flat()).toEqual([])
  })

  it('does not go back when a checkpoint does', () => {
    const windows = follow([{ checkpoint: at('2023-06-30') }, { removed: [payment(1)], added: [payment(2)] }])
    expect(windows[1]).toEqual({ ...emptyPostedWindow, from: dayOf('2023-06-30') - 37, round: 2 })
  })

  it('holds so many of each kind, whole days, the latest, also in the middle of a round', () => {
    const onDays = (...days: ReadonlyArray<number>) =>
      days.map((day, index) => payment(index + 1, { date: `2023-04-${String(day)}` }))
    const held = (some: ReadonlyArray<PostableRow>, maxRows: number) => [
      waiting(follow([{ removed: some, checkpoint: none }], { maxRows })[0])[0],
      waiting(follow([{ added: some.slice(0, 2), checkpoint: none }, { added: some.slice(2) }], { maxRows })[1])[1],
    ]
    expect(held(onDays(13, 11, 14, 12), 2)).toEqual([
      [1, 3],
      [1, 3],
    ])
    expect(held(onDays(13, 11, 14, 12), 4)).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ])
    expect(held(onDays(13, 11, 14, 13), 2)).toEqual([[3], [3]])
    expect(held(onDays(13, 13, 13, 13), 3)).toEqual([[], []])
    const many = Array.from({ length: 1000 }, (_, index) => payment(index))
    expect(waiting(follow([{ added: many }])[0])[1]).toHaveLength(1000)
    expect(waiting(follow([{ added: [...many, payment(1000)] }])[0])[1]).toEqual([])
  })

  it('does not link what one of those could be that were one too many', () => {
    const forgotten = payment(1, { date: '2023-04-10' })
    const twin = payment(2, { date: '2023-04-12' })
    const others = [3, 4].map((id) => payment(id, { account_id: 9, date: '2023-04-20' }))
    const posted = payment(11, { date: '2023-04-13' })
    const batches = (...removed: ReadonlyArray<PostableRow>) => [{ removed }, { added: [posted] }]
    expect(links(follow(batches(twin, ...others), { maxRows: 3 })).flat()).toEqual([{ pending: 2, posted: 11 }])
    expect(links(follow(batches(forgotten, twin, ...others), { maxRows: 3 })).flat()).toEqual([])
  })

  it('follows transactions of any time, such as those of a clock that begins in 1970', () => {
    for (const date of ['0000-01-01', '1970-01-01', '9999-12-31']) {
      const rows = { removed: [payment(1, { date })], added: [payment(2, { date })] }
      expect(links(follow([{ ...rows, checkpoint: some(new Date(0)) }]))).toEqual([date < '1969' ? [] : [link]])
      expect(links(follow([{ ...rows, checkpoint: some(new Date(date)) }], { days: 366, hold: 366 }))).toEqual([[link]])
    }
  })

  it('takes the settings of the rule', () => {
    const batches = [{ removed: [payment(1, { amount: -10 })], added: [payment(2, { amount: -11 })] }]
    expect(links(follow(batches))).toEqual([[]])
    expect(links(follow(batches, { tolerance: 0.1 }))).toEqual([[link]])
  })

  it('changes neither the window nor the batch that it is given', () => {
    const freeze = <A>(value: A): A => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const step = followPosted()
    const first = freeze(step(freeze(emptyPostedWindow), freeze(batchOf({ removed: [payment(1)] }))))
    const batch = freeze(batchOf({ added: [payment(2)] }))
    expect(step(first, batch)).toEqual(step(first, batch))
    expect(step(first, batch).links).toEqual([link])
  })

  it.each([
    { hold: -1 },
    { hold: 367 },
    { maxRows: 0 },
    { maxRows: 1.5 },
    { days: '7' },
    { window: 1 },
    { lineageOf: 7 },
    null,
  ])('refuses %j', (config) => {
    expect(() => followPosted(config as FollowPostedConfig)).toThrow(ConfigError)
  })

  it('links the pending row of an account with the posted one of the account that continues it', () => {
    const batches = [{ removed: [payment(1)] }, { added: [payment(2, { account_id: 81 })] }]
    expect(links(follow(batches))).toEqual([[], []])
    expect(links(follow(batches, { lineageOf: () => '7' }))).toEqual([[], [link]])
  })

  it('links rows that wait once the accounts are known to be one', () => {
    const lineages = new Map<number, number>()
    const step = followPosted({ lineageOf: (accountId) => lineages.get(accountId) ?? accountId })
    const relinked = step(
      emptyPostedWindow,
      batchOf({ removed: [payment(1)], added: [payment(2, { account_id: 81 })] }),
    )
    lineages.set(81, 7)
    expect([relinked.links, step(relinked, batchOf({})).links]).toEqual([[], [link]])
  })

  it('links each row of a bank that is connected again once, however its rows fall on rounds', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1 })
    const rows = fc.tuple(days, fc.array(fc.nat({ max: 2 }), { minLength: 42, maxLength: 42 }))
    const lineageOf = (accountId: number): number => accountId % 10
    fc.assert(
      fc.property(rows, ([amounts, rounds]) => {
        const before = amounts.map((amount) => payment(amount, { amount: -amount }))
        const after = amounts.map((amount) => payment(100 + amount, { amount: -amount, account_id: 17 }))
        // The rows of the account after arrive in the round of the removal or later.
        const batches = [0, 1, 2, 3].map((round) => ({
          removed: round === 0 ? before : [],
          added: after.filter((_, index) => rounds[index] === round),
        }))
        const found = links(follow(batches, { lineageOf })).flat()
        expect(found.map(({ pending }) => pending).sort()).toEqual(Array.from(amounts).sort())
        expect(found.every(({ pending, posted }) => posted === 100 + pending)).toBe(true)
        expect(links(follow(batches)).flat()).toEqual([])
      }),
    )
  })

  it('links in one round what matchPosted links, however its rows fall on pages', () => {
    const pages = removedAndAdded.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.array(fc.nat({ max: 3 }), { minLength: 16, maxLength: 16 })),
    )
    fc.assert(
      fc.property(pages, rules, ([rows, places], rule) => {
        const on = (page: number, some: ReadonlyArray<PostableRow>) => some.filter(({ id }) => places[id % 16] === page)
        const batches = [0, 1, 2, 3].map((page) => ({
          removed: on(page, rows.removed),
          added: on(page, rows.added),
          checkpoint: page === 3 ? at('2023-04-21') : none,
        }))
        expect(links(follow(batches, rule)).flat()).toEqual(matchPosted(rows, rule))
      }),
    )
  })

  it('has no row in two links, and each link is one by itself, however rows fall on rounds', () => {
    const rounds = fc.array(removedAndAdded, { maxLength: 5 }).map((all) =>
      all.map(({ removed, added }, index) => ({
        removed: removed.map((row) => ({ ...row, id: row.id + 1000 * index })),
        added: added.map((row) => ({ ...row, id: row.id + 1000 * index })),
      })),
    )
    fc.assert(
      fc.property(rounds, rules, (batches, rule) => {
        const found = links(follow(batches, rule)).flat()
        const ids = found.flatMap(({ pending, posted }) => [pending, posted])
        expect(new Set(ids).size).toBe(ids.length)
        const removed = batches.flatMap((batch) => batch.removed)
        const added = batches.flatMap((batch) => batch.added)
        for (const { pending, posted } of found) {
          const alone = {
            removed: removed.filter(({ id }) => id === pending),
            added: added.filter(({ id }) => id === posted),
          }
          expect(matchPosted(alone, rule)).toEqual([{ pending, posted }])
        }
      }),
    )
  })
})
