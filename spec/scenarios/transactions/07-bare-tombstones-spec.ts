import { DatabaseSync } from '@photostructure/sqlite'
import { concatMap, EMPTY, lastValueFrom, map } from 'rxjs'
import { classifyChanges, type Http, isRemoved, liveRows, type UpdatedBatch } from '../../../lib/index.js'
import { createMirror } from '../../../lib/sqlite.js'
import { hear, play, profilesUnderTest, type ProfileUnderTest, read, type Row, rowsOf } from '../../helpers/profiles.js'

const minute = 60_000

type Change = (row: Row, flag: string) => object

/** A service whose removed rows are what `change` makes of them. */
const removing =
  (http: Http, change: Change): Http =>
  (request) =>
    http(request).pipe(
      map((response) => {
        if (!/"(?:is_)?deleted":true/.test(response.body)) return response
        const page = JSON.parse(response.body) as { readonly resources: ReadonlyArray<Row> }
        const flagOf = (row: Row) => ('deleted' in row ? 'deleted' : 'is_deleted')
        const resources = page.resources.map((row) => (isRemoved(row) ? change(row, flagOf(row)) : row))
        return { ...response, body: JSON.stringify({ ...page, resources }) }
      }),
    )

const forms: ReadonlyArray<readonly [string, Change]> = [
  ['has an id and a flag alone', ({ id }, flag) => ({ id, [flag]: true })],
  ['has a stamp as well', ({ id, updated_at }, flag) => ({ id, [flag]: true, updated_at })],
  ['has fields without values', (row) => ({ ...row, amount: null, date: '', currency_code: null, account_id: null })],
]

/** A user of three transactions of whom one is removed after `before` has read them. */
const bed = (underTest: ProfileUnderTest, change: Change) => {
  let http: Http = () => EMPTY
  const played = play(underTest, { transactions: 3 }, { http: (request) => http(request) })
  http = removing(played.sandbox.http, change)
  const { transactions } = played.user
  const ids = rowsOf(transactions.all()).map(({ id }) => id)
  const [gone = 0, ...others] = ids
  const remove = (): void => {
    played.clock.advance(minute)
    played.sandbox.deleteTransaction(gone)
    played.clock.advance(2 * minute)
  }
  return { ...played, transactions, gone, others: others.sort(), remove }
}

const removedIn = (batches: ReadonlyArray<UpdatedBatch<object>>): ReadonlyArray<number> =>
  batches.flatMap(({ resources }) => (resources as ReadonlyArray<Row>).filter(isRemoved).map(({ id }) => id))

const [today] = profilesUnderTest.filter(({ isV3 }) => isV3) as [ProfileUnderTest]
const [bare, ...others] = forms as [(typeof forms)[number], ...typeof forms]

/** The barest form under each profile, and the other forms under that of today. */
const cases = [
  ...profilesUnderTest.map((underTest) => [underTest.name, bare, underTest] as const),
  ...others.map((form) => [today.name, form, today] as const),
].map(([name, [what, change], underTest]) => ({ name, what, change, underTest }))

describe.each(cases)('transaction scenario 07, $name: a tombstone that $what', ({ change, underTest }) => {
  it.each(['error', 'report'] as const)('is a removal in a watcher, with onInvalidRow: %s', (onInvalidRow) => {
    const { transactions, gone, remove } = bed(underTest, change)
    const heard = hear(transactions.watchUpdated({ onInvalidRow }))
    remove()
    expect(removedIn(heard.values)).toEqual([gone])
    expect(heard.values.flatMap(({ rejected }) => rejected)).toEqual([])
    expect(heard.error).toBe(undefined)
    heard.leave()
  })

  it('is a removal in a round', () => {
    const { transactions, gone, remove } = bed(underTest, change)
    const last = read(transactions.sync()).at(-1)
    const from = last?.bookmark._tag === 'Some' ? last.bookmark.value : undefined
    remove()
    const batches = read(transactions.sync({ from }))
    expect([removedIn(batches), batches.flatMap(({ rejected }) => rejected)]).toEqual([[gone], []])
  })

  it('is a removal among live rows, in a classified batch, and on a page of changes', () => {
    const { transactions, gone, others, remove, clock } = bed(underTest, change)
    const since = new Date(clock.wall())
    const live = hear(liveRows(transactions))
    const classify = classifyChanges({ known: () => new Set([gone, ...others]) })
    const classified = hear(transactions.watchUpdated({ since }).pipe(concatMap(classify)))
    remove()
    expect(Array.from(live.values.at(-1)?.keys() ?? []).sort()).toEqual(others)
    expect(classified.values.flatMap(({ removed }) => removed.map(({ id }) => id))).toEqual([gone])
    expect(rowsOf(transactions.updated({ since }).all()).filter(isRemoved)).toMatchObject([{ id: gone }])
    live.leave()
    classified.leave()
  })

  it('is a removal in a mirror', async () => {
    const { user, gone, remove } = bed(underTest, change)
    const database = new DatabaseSync(':memory:')
    const mirror = createMirror({ database })
    const round = () => lastValueFrom(mirror.sync(user, { id: 'A6J', feeds: ['transactions'] }))
    await round()
    remove()
    expect(await round()).toMatchObject({ removedIds: [String(gone)] })
    expect(database.prepare('SELECT id FROM rxbank_transactions WHERE removed_at IS NOT NULL').all()).toMatchObject([
      { id: String(gone) },
    ])
    database.close()
  })
})

describe(`transaction scenario 07, ${today.name}: a tombstone`, () => {
  it.each(['true', 0, {}])('is told, and is neither there nor removed, if its flag is %j', (value) => {
    const { transactions, remove, events, others } = bed(today, (row, flag) => ({ ...row, [flag]: value }))
    const flag = today.isV3 ? 'deleted' : 'is_deleted'
    const strict = hear(transactions.watchUpdated())
    const lenient = hear(transactions.watchUpdated({ onInvalidRow: 'report' }))
    remove()
    expect(strict.error).toMatchObject({ _tag: 'DecodeError', issues: [{ path: `/resources/0/${flag}` }] })
    expect(lenient.error).toBe(undefined)
    expect(lenient.values.flatMap(({ rejected }) => rejected)).toEqual([
      { index: 0, issues: [{ path: `/${flag}`, expected: 'boolean' }] },
    ])
    expect(lenient.values.flatMap(({ resources }) => resources)).toHaveLength(others.length + 1)
    expect(events.map(({ _tag }) => _tag)).toContain('RowRejected')
    lenient.leave()
  })
})
