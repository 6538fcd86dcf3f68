import { lastValueFrom, toArray } from 'rxjs'
import type { ListRequest, PagesConfig } from '../../../lib/index.js'
import { book, ids, type Row, rows, transports } from '../../helpers/lists.js'
import { delivered, scripted } from '../../helpers/scripted.js'

describe.each(transports)('paging scenario 11: concurrent use (a transport that is $transport)', ({ delivery }) => {
  const opened = () => scripted(delivered(book([2, 2, 2]), delivery))

  it.each([0, 1] as const)('next asked many times at once gives each once, with prefetch: %d', async (prefetch) => {
    const { user, paths } = opened()
    const items = user.all(rows, { prefetch })[Symbol.asyncIterator]()
    const turns = await Promise.all(ids(1, 8).map(() => items.next()))
    expect(turns.map(({ value }) => value?.id)).toEqual([...ids(1, 6), undefined, undefined])
    expect(turns.map(({ done }) => done)).toEqual([...ids(1, 6).map(() => false), true, true])
    expect(paths()).toEqual(['/v2/rows', '/v2/rows?after=2', '/v2/rows?after=3'])

    const pages = user.pages(rows, { prefetch })[Symbol.asyncIterator]()
    const both = await Promise.all([pages.next(), pages.next()])
    expect(both.map(({ value }) => value?.number)).toEqual([1, 2])
    await pages.return?.()
  })

  it('two subscribers and two loops have runs of their own', async () => {
    const { user, counts } = opened()
    const list = user.all(rows)
    const looped = async () => {
      const seen: Array<number> = []
      for await (const { id } of list) seen.push(id)
      return seen
    }
    const subscribed = async () => (await lastValueFrom(list.pipe(toArray()))).map(({ id }) => id)
    const runs = await Promise.all([subscribed(), looped(), subscribed(), looped()])
    expect(runs).toEqual(runs.map(() => ids(1, 6)))
    expect(counts).toMatchObject({ started: 4 * 3, answered: 4 * 3, aborted: 0 })
  })

  it('one that leaves does not end the other', async () => {
    const { user, counts } = opened()
    const list = user.pages(rows)
    const [one, other] = [list[Symbol.asyncIterator](), list[Symbol.asyncIterator]()]
    await Promise.all([one.next(), other.next()])
    await one.return?.()
    expect((await other.next()).value?.number).toBe(2)
    expect((await other.next()).value?.number).toBe(3)
    expect((await other.next()).done).toBe(true)
    expect(counts.started).toBe(1 + 3)
  })

  it('options and request stay as they were', async () => {
    const { user } = opened()
    const options: PagesConfig<Row> = {
      limit: 2,
      maxPages: 6,
      prefetch: 1,
      timeout: 1000,
      headers: { 'X-Trace': '7' },
    }
    const { resource, ...line } = { ...rows, query: { country: 'fr' } } satisfies ListRequest<Row>
    const before = structuredClone({ options, line })
    const list = user.all(Object.freeze({ ...line, resource }), options)
    for (let run = 0; run < 2; run++) expect(await lastValueFrom(list.pipe(toArray()))).toHaveLength(6)
    expect({ options, line }).toEqual(before)
  })
})
