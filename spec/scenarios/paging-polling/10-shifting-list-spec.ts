import { concatMap, map, tap } from 'rxjs'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { type ChangingServer, changingServer, type Paging } from '../../helpers/changingServer.js'
import { begin, scripted } from '../../helpers/scripted.js'
import { after } from '../../helpers/watching.js'

const minute = 60_000

/** What is written before which question is answered, counted from 0: `[question, id]`; a negative id is a deletion. */
type Writes = ReadonlyArray<readonly [question: number, id: number]>

/** A watcher of a server with nine rows, three a page, which changes while it is read. */
const watchWhile = (paging: Paging, writes: Writes) => {
  const service = scripted(
    (request, call) =>
      after(clock, 50).pipe(
        tap(() => {
          for (const [question, id] of writes) if (question === call) server.write(Math.abs(id), id < 0, 0)
        }),
        concatMap(() => after(clock, 1)),
        map(() => server.answer(request)),
      ),
    { random: () => 0.5 },
  )
  const { clock, user, paths } = service
  const server: ChangingServer = changingServer(clock, begin, paging)
  for (let id = 1; id <= 9; id++) {
    server.write(id, false, 0)
    clock.advance(1000)
  }
  const versions: Array<string> = []
  const sink = new Map<number, unknown>()
  const subscription = user.stocks.watchUpdated({ limit: 3, every: minute }).subscribe(({ resources }) => {
    for (const { id, updated_at, ...row } of resources) {
      const updated = timestamp.is(updated_at) ? updated_at.getTime() : undefined
      versions.push(`${String(id)} at ${String(updated)}`)
      sink.set(id, { id, updated, ...row })
    }
  })
  return { clock, paths, versions, sink, server, subscription }
}

const byId = (rows: Iterable<unknown>): ReadonlyArray<unknown> =>
  Array.from(rows as Iterable<{ readonly id: number }>).sort((a, b) => a.id - b.id)

const changes: ReadonlyArray<readonly [string, Writes]> = [
  ['a row is inserted at the top', [[1, 20]]],
  ['a page of rows is inserted at the top', [20, 21, 22].map((id) => [1, id] as const)],
  ['a row of the next page is updated, so that it moves', [[1, 5]]],
  ['a row of the page before is updated', [[1, 9]]],
  ['a row of the last page is updated again and again', [1, 2, 3].map((question) => [question, 1] as const)],
  ['rows of every page are deleted', [[1, -9], [1, -5], [2, -1]]], // prettier-ignore
]

describe.each<Paging>(['offset', 'keyset', 'oldest'])('paging scenario 10: a shifting list, paged by %s', (paging) => {
  it.each(changes)('%s while it is read: each version comes once, and none misses after the next poll', (_, writes) => {
    const { clock, paths, versions, sink, server, subscription } = watchWhile(paging, writes)
    clock.advance(90_000)
    expect(paths().filter((path) => !path.includes('after='))).toHaveLength(2)
    expect(byId(sink.values())).toEqual(byId(server.rows.values()))
    expect(new Set(versions).size).toBe(versions.length)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})

describe('paging scenario 10: a shifting list', () => {
  it('repeats rows at the border of pages on the wire, and none of them to whoever watches', () => {
    const { clock, versions, paths } = watchWhile('offset', [[1, 20]])
    clock.advance(1000)
    expect(paths()).toHaveLength(4)
    expect(versions.map((version) => Number(version.split(' ')[0]))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })
})
