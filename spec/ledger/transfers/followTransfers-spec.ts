import fc from 'fast-check'
import { concatMap, from, of, Subject, tap } from 'rxjs'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import {
  followTransfers,
  type LedgerChange,
  type TransferEvent,
} from '../../../lib/ledger/transfers/followTransfers.js'
import { matchTransfers } from '../../../lib/ledger/transfers/matchTransfers.js'
import type { TransferConfig } from '../../../lib/ledger/transfers/TransferConfig.js'
import {
  acceptTransfer,
  rejectTransfer,
  type TransferDecision,
  withdrawDecision,
} from '../../../lib/ledger/transfers/TransferDecision.js'
import { marbles } from '../../helpers/marbles.js'
import {
  added,
  applyEvent,
  arrived,
  changed,
  foundById,
  type FoundById,
  left,
  likelyChange,
  likelyConfig,
  likelyRow,
  removed,
} from '../../helpers/ownTransfers.js'

/** An event in short, such as `TransferFound 1~2`. */
const short = (event: TransferEvent): string => {
  const id = 'transfer' in event ? event.transfer.id : 'candidate' in event ? event.candidate.id : event.id
  return `${event._tag} ${id}`
}

/** The events of batches, in short, batch by batch. */
const follow = (
  batches: ReadonlyArray<ReadonlyArray<LedgerChange>>,
  config: TransferConfig = {},
): ReadonlyArray<ReadonlyArray<string>> => {
  const log: Array<Array<string>> = []
  from(batches)
    .pipe(
      tap(() => log.push([])),
      (changes$) => followTransfers(changes$, config),
    )
    .subscribe((event) => log.at(-1)?.push(short(event)))
  return log
}

const pair = { from: { id: '1' }, to: { id: '2' } }

/** The rows, decisions and links that a series of changes leaves. */
const outcomeOf = (changes: ReadonlyArray<LedgerChange>) => {
  const rows = new Map<string, LedgerRow>()
  const decisions: Array<TransferDecision> = []
  const links: Array<{ readonly pending: number | string; readonly posted: number | string }> = []
  for (const change of changes) {
    if (!('_tag' in change)) links.push(change)
    else if ('from' in change) decisions.push(change)
    else if (change._tag === 'Removed') rows.delete(change.id)
    else rows.set(change.id, change.row as LedgerRow)
  }
  return { rows: Array.from(rows.values()), decisions, links }
}

/** What a consumer of the events has found after each batch. */
const statesOf = (batches: ReadonlyArray<ReadonlyArray<LedgerChange>>): ReadonlyArray<FoundById> => {
  const states: Array<FoundById> = []
  let state: FoundById = new Map()
  const batch$ = new Subject<ReadonlyArray<LedgerChange>>()
  followTransfers(batch$, likelyConfig).subscribe((event) => {
    state = applyEvent(state, event)
  })
  for (const batch of batches) {
    batch$.next(batch)
    states.push(state)
  }
  return states
}

const pureState = (changes: ReadonlyArray<LedgerChange>): FoundById => {
  const { rows, decisions, links } = outcomeOf(changes)
  return foundById(matchTransfers(rows, { ...likelyConfig, decisions, links }))
}

const batchesOf = fc.array(fc.array(likelyChange, { maxLength: 6 }), { maxLength: 8 })

describe('followTransfers', () => {
  it('emits what each batch changes', () => {
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const batches: Record<string, ReadonlyArray<LedgerChange>> = {
        a: [added(left(1))],
        b: [added(arrived(2))],
        c: [changed(arrived(2, { description: 'VIR' }))],
        d: [added(arrived(3))],
        e: [removed(3), removed(2)],
      }
      const events = {
        f: 'TransferFound 1~2',
        g: 'TransferChanged 1~2',
        h: 'TransferGone 1~2',
        i: 'CandidateFound 1~2',
        j: 'CandidateFound 1~3',
        k: 'CandidateGone 1~2',
        l: 'CandidateGone 1~3',
      }
      const source$ = hot('a-b-c-----d-----e-----|', batches)
      const expected = '   --f-g-----(hij)-(kl)--|'
      const event$ = followTransfers(source$).pipe(concatMap((event) => of(short(event))))
      expectObservable(event$).toBe(expected, events)
      expectSubscriptions(source$.subscriptions).toBe('^---------------------!')
    })
  })

  it('fails with its source, and unsubscribes from it', () => {
    marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
      const batches = { a: [added(left(1)), added(arrived(2))] }
      expectObservable(followTransfers(cold('a-#', batches)).pipe(concatMap(({ _tag }) => of(_tag)))).toBe('a-#', {
        a: 'TransferFound',
      })
      const source$ = hot('--a--a', batches)
      expectObservable(followTransfers(source$).pipe(concatMap(({ _tag }) => of(_tag))), '^--!').toBe('--a', {
        a: 'TransferFound',
      })
      expectSubscriptions(source$.subscriptions).toBe('^--!')
    })
  })

  it('has rows of its own for each subscription', () => {
    const log: Array<string> = []
    const event$ = followTransfers(of([added(left(1)), added(arrived(2))]))
    for (const who of ['one', 'other']) event$.subscribe((event) => log.push(`${who}: ${short(event)}`))
    expect(log).toEqual(['one: TransferFound 1~2', 'other: TransferFound 1~2'])
  })

  it('is silent about batches that change nothing', () => {
    const rows = [added(left(1)), added(arrived(2))]
    expect(follow([rows, rows, [], [changed(left(1))], [removed(9)]])).toEqual([['TransferFound 1~2'], [], [], [], []])
  })

  it('keeps a decision while a row is away', () => {
    const rows = [added(left(1)), added(arrived(2))]
    expect(follow([rows, [rejectTransfer(pair)], [removed(2)], [added(arrived(2))], [withdrawDecision(pair)]])).toEqual(
      [['TransferFound 1~2'], ['TransferGone 1~2'], [], [], ['TransferFound 1~2']],
    )
    expect(
      follow([[acceptTransfer(pair)], [added(left(1))], [added(arrived(2, { amount: 49 }))], [removed(1)]]),
    ).toEqual([[], [], ['TransferFound 1~2'], ['TransferGone 1~2']])
  })

  it('answers a decision about a candidate', () => {
    const rows = [added(left(1)), added(arrived(2)), added(arrived(3))]
    expect(follow([rows, [acceptTransfer(pair)]])[1]).toEqual([
      'CandidateGone 1~2',
      'CandidateGone 1~3',
      'TransferFound 1~2',
    ])
    expect(follow([rows, [rejectTransfer(pair)]])[1]).toEqual([
      'CandidateGone 1~2',
      'CandidateGone 1~3',
      'TransferFound 1~3',
    ])
  })

  it('keeps a decision when a pending row is posted', () => {
    const away = { date: '2026-01-02' }
    const accepted = { from: { id: '0' }, to: { id: '2' } }
    const batches = [
      [added(left(0, { ...away, future: true })), added(arrived(2)), acceptTransfer(accepted)],
      [{ pending: 0, posted: 1 }],
      [removed(0), added(left(1, away))],
    ]
    expect(follow(batches, { includePending: true })).toEqual([
      ['TransferFound 0~2'],
      ['TransferGone 0~2'],
      ['TransferFound 1~2'],
    ])
  })

  it('ignores later changes of its input', () => {
    const batch: Array<LedgerChange> = [added(left(1)), added(arrived(2))]
    const states: Array<ReadonlyArray<string>> = []
    const batch$ = new Subject<ReadonlyArray<LedgerChange>>()
    followTransfers(batch$).subscribe((event) => states.push([short(event)]))
    batch$.next(batch)
    batch.length = 0
    batch$.next([added(left(3, { date: '2026-09-01' }))])
    expect(states).toEqual([['TransferFound 1~2']])
  })

  it('throws for wrong options', () => {
    expect(() => followTransfers(of([]), { days: -1 })).toThrow(ConfigError)
    expect(() => followTransfers(of([]), { decisions: [] } as never)).toThrow(ConfigError)
  })

  it.each<[unknown]>([
    [{ _tag: 'Foo' }],
    [{ _tag: 'Erased', user: 'A6J' }],
    [{ _tag: 'Added', id: '1' }],
    [{ _tag: 'Added', id: '1', row: null }],
    [{ _tag: 'Removed', id: 1 }],
    [{ _tag: 'Maybe', from: '1', to: '2' }],
    [{ pending: 1 }],
    [{}],
    [null],
    ['Added'],
  ])('fails with a typed error for a batch with %j', (change) => {
    const log: Array<unknown> = []
    followTransfers(of([added(left(1)), change as LedgerChange])).subscribe({ error: (error) => log.push(error) })
    expect(log).toEqual([expect.any(ConfigError)])
    expect(log).toMatchObject([{ issues: [{ path: '/changes$' }] }])
  })

  it('ignores rows of which no field is what it should be', () => {
    const fields = ['account_id', 'account', 'amount', 'currency_code', 'date', 'clean_description', 'operation_type']
    const strange = fc.dictionary(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.anything({ maxDepth: 1 }))
    fc.assert(
      fc.property(strange, fc.string({ unit: 'binary' }), (row, id) => {
        expect(follow([[{ _tag: 'Added', id, row }, added(left(1)), added(arrived(2))]])).toEqual([
          ['TransferFound 1~2'],
        ])
      }),
    )
  })

  it.each(['__proto__', 'constructor', '\uD83D', '\0', '', 'a'.repeat(100_000)])(
    'keeps rows apart whose id, account or text is strange: %#',
    (strange) => {
      const text = { description: strange, bank_description: strange }
      const rows = [
        left(strange, { ...text, account_id: strange }),
        arrived('2', { ...text, account_id: `${strange} 2` }),
      ].map(added)
      const config = { accounts: [{ id: strange, name: strange, iban: strange }], names: [strange || 'x'] }
      expect(follow([rows, [removed(strange)]], config).map((events) => events.length)).toEqual([1, 1])
    },
  )

  it('reads a text of ten million characters', () => {
    const text = 'VIR '.repeat(2_500_000)
    expect(follow([[added(left(1, { description: text })), added(arrived(2, { bank_description: text }))]])).toEqual([
      ['TransferFound 1~2'],
    ])
  })

  it('looks only at rows of near days, however many there are', () => {
    const countRates = (days: number): number => {
      let count = 0
      const rateOf = () => (count++, 1.1)
      const rows = Array.from({ length: days }, (_, index) => {
        const date = new Date(Date.UTC(2000, 0, 1) + index * 3 * 86_400_000).toISOString().slice(0, 10)
        return [
          added(left(2 * index, { date })),
          added(arrived(2 * index + 1, { date, currency_code: 'USD', amount: 55 })),
        ]
      })
      follow(rows, { rateOf })
      return count
    }
    expect(countRates(800)).toBeLessThan(2.2 * countRates(400))
  })

  it('ends with twenty thousand equal rows of one day, about which nothing can be said', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => added(index % 2 === 0 ? left(index) : arrived(index)))
    expect(follow([rows, [removed(7)]])).toEqual([[], []])
  })

  describe('laws', () => {
    it('has after each batch what the pure function finds', () => {
      fc.assert(
        fc.property(batchesOf, (batches) => {
          const states = statesOf(batches)
          for (const [index, state] of states.entries())
            expect(state).toEqual(pureState(batches.slice(0, index + 1).flat()))
        }),
        { numRuns: 400 },
      )
    })

    it('finds the same in any batches', () => {
      fc.assert(
        fc.property(batchesOf, (batches) => {
          const changes = batches.flat()
          const expected = statesOf([changes]).at(-1)
          expect(statesOf(batches).at(-1) ?? new Map()).toEqual(expected)
          expect(statesOf([[], ...changes.map((change) => [change])]).at(-1)).toEqual(expected)
        }),
      )
    })

    it('finds the same for decisions with the ids in the other order', () => {
      const isDecision = (change: LedgerChange): change is TransferDecision => 'from' in change
      const swapped = fc.tuple(batchesOf, fc.infiniteStream(fc.boolean())).map(([batches, swaps]) => ({
        batches,
        others: batches.map((batch) =>
          batch.map((change) =>
            isDecision(change) && swaps.next().value === true
              ? { ...change, from: change.to, to: change.from }
              : change,
          ),
        ),
      }))
      fc.assert(
        fc.property(swapped, ({ batches, others }) => {
          expect(statesOf(others)).toEqual(statesOf(batches))
        }),
        { numRuns: 400 },
      )
    })

    const rowsOf = fc
      .array(likelyRow(fc.constant(0)), { maxLength: 12 })
      .map((rows) => rows.map((row, index) => ({ ...row, id: index + 1 })))

    it('finds the same in any order of rows', () => {
      const orders = rowsOf.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
      )
      fc.assert(
        fc.property(orders, ([rows, shuffled]) => {
          const expected = matchTransfers(rows, likelyConfig)
          expect(matchTransfers(shuffled, likelyConfig)).toEqual(expected)
          expect(statesOf([[], ...shuffled.map((row) => [added(row)])]).at(-1)).toEqual(foundById(expected))
        }),
      )
    })

    it('forgets what a removed row did', () => {
      fc.assert(
        fc.property(rowsOf, rowsOf, (rows, others) => {
          const batch = rows.map(added)
          const away = others.map((row) => ({ ...row, id: `x${String(row.id)}` }))
          const removals = away.map(({ id }) => removed(id))
          expect(statesOf([batch, away.map(added), removals]).at(-1)).toEqual(statesOf([batch]).at(-1))
        }),
      )
    })

    it('puts no row into two transfers, and matches only rows that fit', () => {
      fc.assert(
        fc.property(rowsOf, (rows) => {
          const { transfers, candidates } = matchTransfers(rows, likelyConfig)
          const ids = transfers.flatMap((transfer) => [transfer.from.id, transfer.to.id])
          expect(new Set(ids).size).toBe(ids.length)
          for (const { from: out, to } of transfers) {
            expect(out.account).not.toBe(to.account)
            expect(out.minorUnits < 0n && to.minorUnits > 0n).toBe(true)
            expect(Math.abs(Date.parse(to.date) - Date.parse(out.date))).toBeLessThanOrEqual(4 * 86_400_000)
          }
          for (const { from: out, to, alternatives } of candidates) {
            expect(ids).not.toContain(out.id)
            expect(ids).not.toContain(to.id)
            const shown = candidates.map(({ id }) => id)
            for (const other of alternatives) expect(shown).toContain(other)
          }
        }),
      )
    })
  })
})
