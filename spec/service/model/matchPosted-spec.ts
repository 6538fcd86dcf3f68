import fc from 'fast-check'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { bridge2018, bridge2021 } from '../../../lib/bridge.js'
import type { PostableRow } from '../../../lib/service/model/MatchFields.js'
import { matchPosted, type MatchPostedConfig } from '../../../lib/service/model/matchPosted.js'
import { payment, removedAndAdded, rules } from '../../helpers/payments.js'

const link = { pending: 1, posted: 2 }
const match = (removed: Partial<PostableRow>, added: Partial<PostableRow>, config?: MatchPostedConfig) =>
  matchPosted({ removed: [payment(1, removed)], added: [payment(2, added)] }, config)

/** The paths that the error of a call names. */
const pathsOf = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (error) {
    return error instanceof ConfigError ? error.issues.map((issue) => issue.path) : error
  }
}

describe('matchPosted', () => {
  it.each<[string, Partial<PostableRow>, Partial<PostableRow>]>([
    ['the same payment', {}, {}],
    ['a later day', {}, { date: '2023-04-27' }],
    ['an earlier day', { date: '2023-04-27' }, {}],
    ['a day of another year', { date: '2023-12-29' }, { date: '2024-01-02' }],
    ['a longer text', {}, { description: 'SPOTIFY AB' }],
    [
      'texts of the bank alone',
      { description: null, raw_description: 'PRLV SPOTIFY' },
      { description: null, raw_description: 'PRLV SPOTIFY 0412' },
    ],
    [
      'a text of the bank, where one has no other',
      { raw_description: 'CB SPOTIFY' },
      { description: null, raw_description: 'CB SPOTIFY' },
    ],
  ])('links %s', (_, removed, added) => {
    expect(match(removed, added)).toEqual([link])
  })

  it('links rows of two accounts with one lineage', () => {
    expect(match({}, { account_id: 81 }, { lineageOf: (accountId) => accountId % 2 })).toEqual([link])
    expect(match({}, { account_id: 82 }, { lineageOf: (accountId) => accountId % 2 })).toEqual([])
  })

  it.each<[string, Partial<PostableRow>, Partial<PostableRow>]>([
    ['of another account', {}, { account_id: 8 }],
    ['of another currency', {}, { currency_code: 'GBP' }],
    ['of another amount', {}, { amount: -5 }],
    ['of the other sign', {}, { amount: 4.99 }],
    ['of a day that is too far away', {}, { date: '2023-04-28' }],
    ['of a day that is too long ago', { date: '2023-04-28' }, {}],
    ['of another text', {}, { description: 'Deezer' }],
    ['of which neither has a text', { description: null }, { description: null }],
    ['of which one has no text to compare', { raw_description: 'CB SPOTIFY' }, { description: null }],
    ['without an amount', { amount: null }, { amount: null }],
    ['without a date', { date: null }, { date: null }],
    ['without a currency', { currency_code: null }, { currency_code: null }],
    ['without an account', { account_id: null }, { account_id: null }],
  ])('links no row %s', (_, removed, added) => {
    expect(match(removed, added)).toEqual([])
  })

  it('compares what was made readable before what the bank sent', () => {
    expect(match({ raw_description: 'CB' }, { description: 'Deezer', raw_description: 'CB' })).toEqual([])
  })

  it('takes another tolerance, number of days and similarity', () => {
    expect(match({ amount: -10 }, { amount: -11 }, { tolerance: 0.1 })).toEqual([link])
    expect(match({ amount: -10 }, { amount: -9 }, { tolerance: 0.1 })).toEqual([link])
    expect(match({ amount: -10 }, { amount: -11.01 }, { tolerance: 0.1 })).toEqual([])
    expect(match({ amount: -10 }, { amount: 10 }, { tolerance: 1 })).toEqual([])
    expect(match({}, { date: '2023-05-20' }, { days: 30 })).toEqual([link])
    expect(match({}, { date: '2023-05-20' }, { days: 29 })).toEqual([])
    expect(match({}, { date: '2023-04-21' }, { days: 0 })).toEqual([])
    expect(match({}, { description: 'Spotify AB' }, { similarity: 0.67 })).toEqual([])
    expect(match({ description: null }, { description: 'anything' }, { similarity: 0 })).toEqual([link])
  })

  it('links each of several payments to its own', () => {
    const removed = [payment(3), payment(1, { description: 'Deezer' }), payment(2, { account_id: 8 })]
    const added = [payment(12, { account_id: 8 }), payment(13), payment(11, { description: 'Deezer' })]
    expect(matchPosted({ removed, added })).toEqual([
      { pending: 1, posted: 11 },
      { pending: 2, posted: 12 },
      { pending: 3, posted: 13 },
    ])
  })

  it('links neither of twins, and none that only one of two could be', () => {
    const twins = [payment(1), payment(2)]
    const posted = [payment(11), payment(12)]
    expect(matchPosted({ removed: twins, added: posted })).toEqual([])
    expect(matchPosted({ removed: twins, added: posted.slice(1) })).toEqual([])
    expect(matchPosted({ removed: twins.slice(1), added: posted })).toEqual([])
  })

  it('reads the rows of each API version', () => {
    const money = { amount: -4.99, date: '2023-04-20', currency_code: 'EUR', updated_at: '2023-04-20T10:00:00Z' }
    const account = { id: 7, resource_uri: '/v2/accounts/7', resource_type: 'account' }
    const earlier = (id: number) =>
      bridge2018.codecs.transaction.decode({ ...money, id, account, description: 'Spotify' })
    const latest = (id: number) =>
      bridge2021.codecs.transaction.decode({ ...money, id, account_id: 7, clean_description: 'Spotify' })
    for (const read of [earlier, latest]) {
      const [pending, posted] = [read(1), read(2)]
      if (pending._tag === 'Left' || posted._tag === 'Left') throw new Error('it does not decode')
      expect(matchPosted({ removed: [pending.right], added: [posted.right] })).toEqual([link])
    }
  })

  it('takes no row for the successor of itself, and the last of several with one id', () => {
    expect(matchPosted({ removed: [payment(1)], added: [payment(1)] })).toEqual([])
    expect(matchPosted({ removed: [payment(1)], added: [payment(1), payment(2)] })).toEqual([link])
    const added = [payment(2, { amount: 1 }), payment(2)]
    expect(matchPosted({ removed: [payment(1), payment(1)], added })).toEqual([link])
  })

  it.each([
    [{ days: -1 }, '/days'],
    [{ days: 1.5 }, '/days'],
    [{ days: 367 }, '/days'],
    [{ tolerance: 1.1 }, '/tolerance'],
    [{ tolerance: -0.1 }, '/tolerance'],
    [{ tolerance: NaN }, '/tolerance'],
    [{ similarity: '1' }, '/similarity'],
    [{ similarities: 1 }, '/similarities'],
    [null, ''],
  ])('refuses %j', (config, path) => {
    const wrong = () => matchPosted({ removed: [], added: [] }, config as MatchPostedConfig)
    expect(pathsOf(wrong)).toEqual([path])
  })

  it('does not depend on the order of rows', () => {
    const shuffled = removedAndAdded.chain(({ removed, added }) =>
      fc.tuple(
        fc.constant({ removed, added }),
        fc.record({
          removed: fc.shuffledSubarray(removed, { minLength: removed.length }),
          added: fc.shuffledSubarray(added, { minLength: added.length }),
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, rules, ([rows, others], rule) => {
        expect(matchPosted(others, rule)).toEqual(matchPosted(rows, rule))
      }),
    )
  })

  it('has no row in two links', () => {
    fc.assert(
      fc.property(removedAndAdded, rules, (rows, rule) => {
        const ids = matchPosted(rows, rule).flatMap(({ pending, posted }) => [pending, posted])
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('keeps a link, and makes no other of its rows, when other rows are left out', () => {
    const some = removedAndAdded.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.record({ removed: fc.subarray(rows.removed), added: fc.subarray(rows.added) })),
    )
    fc.assert(
      fc.property(some, rules, ([rows, fewer], rule) => {
        const left = new Set([...fewer.removed, ...fewer.added].map(({ id }) => id))
        const lasting = matchPosted(rows, rule).filter(({ pending, posted }) => left.has(pending) && left.has(posted))
        expect(matchPosted(fewer, rule)).toEqual(expect.arrayContaining([...lasting]))
      }),
    )
  })

  it('links what the rule says, and nothing else: by a slower way', () => {
    const day = (row: PostableRow): number => Date.parse(row.date as string) / 86_400_000
    fc.assert(
      fc.property(removedAndAdded, (rows) => {
        const pairs = rows.removed.flatMap((pending) =>
          rows.added
            .filter(
              (posted) =>
                posted.account_id === pending.account_id &&
                posted.currency_code === pending.currency_code &&
                posted.amount === pending.amount &&
                Math.abs(day(posted) - day(pending)) <= 7 &&
                posted.description?.slice(0, 6) === pending.description?.slice(0, 6) &&
                Boolean(pending.description),
            )
            .map((posted) => ({ pending: pending.id, posted: posted.id })),
        )
        const alone = pairs.filter(
          (pair) =>
            pairs.filter(({ pending, posted }) => pending === pair.pending || posted === pair.posted).length === 1,
        )
        expect(matchPosted(rows)).toEqual(alone)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads hundreds of twins, and hundreds that differ in their texts alone', () => {
    const many = (first: number, name: (index: number) => string) =>
      Array.from({ length: 300 }, (_, index) => payment(first + index, { description: name(index) }))
    const twins = () => 'Spotify'
    const word = (index: number) => Array.from(String(index), (digit) => 'abcdefghij'[Number(digit)]).join('')
    expect(matchPosted({ removed: many(1, twins), added: many(5001, twins) })).toEqual([])
    expect(matchPosted({ removed: many(1, word), added: many(5001, word) })).toHaveLength(300)
  })
})
