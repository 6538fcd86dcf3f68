import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, isObservable, NEVER, of, Subject, throwError } from 'rxjs'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import {
  type ClassifiedBatch,
  classifyChanges,
  type ClassifyChangesConfig,
} from '../../../lib/streams/polling/classifyChanges.js'
import { outcome } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'

interface Row {
  readonly id: number
  readonly is_deleted?: boolean | null
  readonly deleted?: boolean | null
  readonly version?: number
}

const batchOf = (...resources: ReadonlyArray<Row>): UpdatedBatch<Row> => ({
  resources,
  rejected: [],
  checkpoint: none,
  isLast: false,
})
const gone = (id: number): Row => ({ id, is_deleted: true })
const ids = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map(({ id }) => id)
const inShort = ({ added, updated, removed, known }: ClassifiedBatch<Row>) => ({
  added: ids(added),
  updated: ids(updated),
  removed: ids(removed),
  known: Array.from(known),
})

type Known = ClassifyChangesConfig['known']

/** What comes of a batch whose known ids are told at once. */
const classified = (known: Known, ...rows: ReadonlyArray<Row>): ClassifiedBatch<Row> => {
  const seen: Array<ClassifiedBatch<Row>> = []
  classifyChanges({ known })(batchOf(...rows)).subscribe((batch) => seen.push(batch))
  const [batch] = seen
  if (batch === undefined || seen.length > 1) throw new Error(`${String(seen.length)} batches`)
  return batch
}

describe('classifyChanges', () => {
  it('tells rows that are known from rows that are not, in the order in which they came', () => {
    const batch = classified(() => new Set([2, 3, 9]), { id: 5 }, { id: 3 }, { id: 4 }, { id: 2 })
    expect(inShort(batch)).toEqual({ added: [5, 4], updated: [3, 2], removed: [], known: [3, 2] })
  })

  it('takes is_deleted and deleted for a removal, of rows that are known and of others', () => {
    const rows = [gone(1), { id: 2, is_deleted: false }, { id: 3, deleted: null }, { id: 4, deleted: true }]
    expect(inShort(classified(() => new Set([1]), ...rows))).toEqual({
      added: [2, 3],
      updated: [],
      removed: [1, 4],
      known: [1],
    })
  })

  it('gives the rows themselves, those that were rejected and the checkpoint', () => {
    const rows = [{ id: 1 }, gone(2)] as const
    const rejected = [{ index: 2, issues: [{ path: '/amount', expected: 'number' }] }]
    const checkpoint = some(new Date(0))
    const seen: Array<ClassifiedBatch<Row>> = []
    classifyChanges({ known: () => new Set() })({ resources: rows, rejected, checkpoint, isLast: true }).subscribe(
      (batch) => {
        seen.push(batch)
      },
    )
    expect(seen).toEqual([
      { added: [rows[0]], updated: [], removed: [rows[1]], known: new Set(), rejected, checkpoint },
    ])
    expect(seen[0]?.added[0]).toBe(rows[0])
  })

  it('counts the last version of a row that comes twice, so that the order of the lists does not matter', () => {
    const versions = [{ id: 1, version: 1 }, gone(2), { id: 1, version: 2 }, { id: 2, version: 3 }, { id: 3 }, gone(3)]
    const batch = classified(() => new Set(), ...versions)
    expect(batch).toMatchObject({
      added: [
        { id: 1, version: 2 },
        { id: 2, version: 3 },
      ],
      removed: [gone(3)],
    })
  })

  it('asks about each id once, those of removed rows too, and about none if there is none', () => {
    const asked: Array<ReadonlyArray<number>> = []
    const known = (some: ReadonlyArray<number>) => {
      asked.push(some)
      return new Set<number>()
    }
    classified(known, { id: 2 }, gone(1), { id: 2 })
    expect(inShort(classified(known))).toEqual({ added: [], updated: [], removed: [], known: [] })
    expect(asked).toEqual([[2, 1]])
  })

  it.each<[string, Known]>([
    ['a Set', () => new Set([1])],
    ['a Map of rows', () => new Map([[1, { id: 1 }]])],
    ['an object that has ids', () => ({ has: (id) => id === 1 })],
    ['an Observable', () => of(new Set([1]))],
    ['an Observable of more, whose first counts', () => of(new Set([1]), new Set([2]))],
    ['a Promise', () => Promise.resolve(new Map([[1, true]]))],
    ['an iterable of a Set', () => [new Set([1])]],
  ])('takes %s', async (_, known) => {
    const { values, error } = await outcome(classifyChanges({ known })(batchOf({ id: 1 }, { id: 2 })))
    expect([values.map(inShort), error]).toEqual([[{ added: [2], updated: [1], removed: [], known: [1] }], undefined])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['ids without a Set', [1, 2]],
    ['an object that has nothing', {}],
    ['a thenable without a result', { then: () => undefined }],
    ['a `then` that is no function', { then: 7 }],
    ['an Observable of nothing', EMPTY],
    ['an Observable of ids', of(1)],
    ['an Observable of null', of(null)],
  ])('does not take %s for an answer, for the batch would be acknowledged', async (_, answer) => {
    const known = () => answer as Set<number>
    const { values, error } = await outcome(classifyChanges({ known })(batchOf({ id: 1 })))
    expect(values).toEqual([])
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/known' }] })
    expect((error as Error).message).toContain('a Set or a Map')
  })

  it.each<[string, Known]>([
    [
      'throws',
      () => {
        throw new Error('no table')
      },
    ],
    ['errors', () => throwError(() => new Error('no table'))],
    ['rejects', () => Promise.reject(new Error('no table'))],
    [
      'gives what throws when it is asked',
      () => ({
        has: () => {
          throw new Error('no table')
        },
      }),
    ],
  ])('errors with what known %s with', async (_, known) => {
    const { values, error } = await outcome(classifyChanges({ known })(batchOf({ id: 1 })))
    expect([values, error]).toEqual([[], new Error('no table')])
  })

  it('asks nothing before it is subscribed to, and each time anew: what is written meanwhile is known', () => {
    const table = new Set<number>()
    let asked = 0
    const known = () => {
      asked++
      return table
    }
    const classified$ = classifyChanges({ known })(batchOf({ id: 1 }))
    expect([isObservable(classified$), asked]).toEqual([true, 0])
    const seen: Array<unknown> = []
    classified$.subscribe((batch) => seen.push(inShort(batch)))
    classified$.subscribe((batch) => seen.push(inShort(batch)))
    table.add(1)
    classified$.subscribe((batch) => seen.push(inShort(batch)))
    const first = { added: [1], updated: [], removed: [], known: [] }
    expect(seen).toEqual([first, first, { added: [], updated: [1], removed: [], known: [1] }])
    expect(asked).toBe(3)
  })

  it('waits for what known gives, and lets go of it after its first answer', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('---a---b|', { a: new Set([1]), b: new Set<number>() })
      const batch = expect.objectContaining({ updated: [{ id: 1 }] })
      expectObservable(classifyChanges({ known: () => answer })(batchOf({ id: 1 }))).toBe('---(c|)', { c: batch })
      expectSubscriptions(answer.subscriptions).toBe('^--!')
    })
  })

  it('lets go of what known gives when it is unsubscribed from', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('---a', { a: new Set() })
      expectObservable(classifyChanges({ known: () => answer })(batchOf({ id: 1 })), '^-!').toBe('')
      expectSubscriptions(answer.subscriptions).toBe('^-!')
    })
    const never = new Subject<Set<number>>()
    const subscription = classifyChanges({ known: () => never })(batchOf({ id: 1 })).subscribe()
    expect(never.observed).toBe(true)
    subscription.unsubscribe()
    expect(never.observed).toBe(false)
    expect(classifyChanges({ known: () => NEVER })(batchOf()).subscribe().closed).toBe(true)
  })

  it.each([undefined, null, {}, { known: new Set() }, { known: undefined }, { known: () => 1, Known: 1 }])(
    'refuses %p',
    (config) => {
      expect(() => classifyChanges(config as ClassifyChangesConfig)).toThrow(ConfigError)
    },
  )

  it('has each id in one list, what is added was not known, and what is updated was', () => {
    const rows = fc.array(
      fc.record({ id: fc.nat({ max: 9 }), is_deleted: fc.constantFrom(true, false, null), version: fc.nat() }),
    )
    fc.assert(
      fc.property(rows, fc.uniqueArray(fc.nat({ max: 9 })), (resources, table) => {
        const { added, updated, removed, known } = classified(() => new Set(table), ...resources)
        const all = [...added, ...updated, ...removed]
        expect(new Set(ids(all))).toEqual(new Set(ids(resources)))
        expect(all).toHaveLength(new Set(ids(resources)).size)
        for (const row of all) expect(row).toBe(resources.filter(({ id }) => id === row.id).at(-1))
        expect(added.filter(({ id }) => table.includes(id))).toEqual([])
        expect(updated.filter(({ id }) => !table.includes(id))).toEqual([])
        expect(removed.every(({ is_deleted }) => is_deleted === true)).toBe(true)
        expect([...added, ...updated].some(({ is_deleted }) => is_deleted === true)).toBe(false)
        expect(Array.from(known).sort()).toEqual(
          ids(all)
            .filter((id) => table.includes(id))
            .sort(),
        )
      }),
    )
  })
})
