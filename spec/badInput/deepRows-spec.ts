import { type Observable, of, take } from 'rxjs'
import { id, record, timestamp } from '../../lib/codec.js'
import type { ClientConfig } from '../../lib/index.js'
import { begin, scripted } from '../helpers/scripted.js'

/** Arrays or objects, nested so deep; JSON.stringify could not write them. */
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + '1' + close.repeat(depth)

const arrays = (depth: number): string => nested(depth, '[', ']')
const objects = (depth: number): string => nested(depth, '{"a":', '}')

const stamp = `"updated_at":"${new Date(begin).toISOString()}"`

/** A client of a service whose list is these rows, and whose resource is the last of them. */
const serviceOf = (rows: ReadonlyArray<string>, config: Partial<ClientConfig> = {}) =>
  scripted(({ url }) => {
    const isOne = /\/stocks\/\d+$/.test(new URL(url).pathname)
    const body = isOne ? (rows.at(-1) ?? '') : `{"resources":[${rows.join()}],"pagination":{"next_uri":null}}`
    return of({ status: 200, headers: { date: new Date(begin).toUTCString() }, body })
  }, config)

/** By a codec that assumes no type. */
const stock = record('stock', { id }, { updated_at: timestamp })
const clientOf = (...rows: ReadonlyArray<string>) => serviceOf(rows, { codecs: { stock } })

/** How a stream ends: what it emitted, or its error. */
const end = (stream: Observable<unknown>): unknown => {
  const values: Array<unknown> = []
  let error: unknown
  stream.pipe(take(1)).subscribe({ next: (value) => values.push(value), error: (caught: unknown) => (error = caught) })
  return error ?? values
}

const depths = [1000, 5000, 6500, 8000, 20_000, 100_000]
const deep = depths.flatMap((depth) => [
  [depth, 'arrays', arrays(depth)] as const,
  [depth, 'objects', objects(depth)] as const,
])

/** Where the value is, what else the row has, and what was expected there. */
const places: ReadonlyArray<readonly [field: string, rest: string, expected: string]> = [
  ['id', stamp, 'id'],
  ['updated_at', '"id":2', 'timestamp'],
]

describe.each(deep)('rows with a value of %p nested %s', (_, __, value) => {
  const good = `{"id":1,${stamp}}`

  it.each(places)('are decode errors if it is the %s', (field, rest, expected) => {
    const bad = `{"${field}":${value},${rest}}`
    const { user } = clientOf(good, bad)
    const issues = [{ path: `/resources/1/${field}`, expected }]
    const error = expect.objectContaining({ _tag: 'DecodeError', issues })
    const since = new Date(begin)
    expect(end(user.stocks.pages())).toEqual(error)
    expect(end(user.stocks.all())).toEqual(error)
    expect(end(user.stocks.updated({ since }).pages())).toEqual(error)
    expect(end(user.stocks.updated({ since }).all())).toEqual(error)
    expect(end(user.stocks.watchUpdated())).toEqual(error)
    expect(end(user.stocks.get(2))).toMatchObject({ _tag: 'DecodeError', issues: [{ path: `/${field}`, expected }] })
  })

  it.each(places)('are rejected once, and end no watcher that reports, if it is the %s', (field, rest, expected) => {
    const bad = `{"${field}":${value},${rest}}`
    const { user, clock } = clientOf(good, bad, value)
    const rejected: Array<unknown> = []
    const ids: Array<number> = []
    const errors: Array<unknown> = []
    user.stocks.watchUpdated({ onInvalidRow: 'report' }).subscribe({
      next: (batch) => {
        rejected.push(batch.rejected.map(({ index, issues }) => [index, issues]))
        ids.push(...batch.resources.map(({ id }) => id))
      },
      error: (error) => errors.push(error),
    })
    clock.advance(150_000)
    expect([ids, errors]).toEqual([[1], []])
    const whole = value.startsWith('[') ? { path: '', expected: 'stock' } : { path: '/id', expected: 'id (missing)' }
    expect(rejected).toEqual([
      [
        [1, [{ path: `/${field}`, expected }]],
        [2, [whole]],
      ],
      [],
      [],
    ])
  })

  it.each([
    ['it is not documented', `{"id":2,${stamp},"extra":${value}}`],
    ['the type of its field is assumed', `{"id":2,"updated_at":${value}}`],
  ])('are handed out once if %s', (_place, row) => {
    const { user, clock } = serviceOf([good, row])
    const ids: Array<number> = []
    const errors: Array<unknown> = []
    user.stocks.watchUpdated().subscribe({
      next: ({ resources }) => ids.push(...resources.map(({ id }) => id)),
      error: (error) => errors.push(error),
    })
    clock.advance(150_000)
    expect([ids, errors]).toEqual([[1, 2], []])
  })
})
