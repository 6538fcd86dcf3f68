import { some } from 'fp-ts/lib/Option.js'
import { book, ids, outcome, pageAsked, rows, transports } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'
import { delivered, scripted } from '../../helpers/scripted.js'

describe.each(transports)('paging scenario 07: loops (a transport that is $transport)', ({ delivery }) => {
  const turning = (turns: Readonly<Record<number, number>>) =>
    scripted(
      delivered((request) => {
        const number = pageAsked(request)
        return page([{ id: number }], `/v2/rows?after=${String(turns[number])}`)
      }, delivery),
    )

  it.each([
    ['A → A', { 1: 2, 2: 2 }, [1, 2]],
    ['A → B → A', { 1: 2, 2: 3, 3: 2 }, [1, 2, 3]],
    ['back to the first page', { 1: 2, 2: 3, 3: 1 }, [1, 2, 3]],
  ] as ReadonlyArray<readonly [string, Record<number, number>, ReadonlyArray<number>]>)(
    '%s is an error before the repeated address is requested again, and no end',
    async (_, turns, visited) => {
      for (const prefetch of [0, 1] as const) {
        const { user, asked, counts } = turning(turns)
        const { values, error } = await outcome(user.all({ ...rows, query: { after: 1 } }, { prefetch }))
        expect(values.map(({ id }) => id)).toEqual(visited)
        expect(error).toMatchObject({ _tag: 'PagingError', reason: 'loop', page: some(visited.length + 1) })
        expect(asked.map(({ path }) => path)).toEqual(visited.map((number) => `/v2/rows?after=${String(number)}`))
        expect(counts).toMatchObject({ started: visited.length, aborted: 0 })
      }
    },
  )

  it.each([
    ['1,001 pages where 1,000 are allowed', 1_000, { maxPages: 1_000 }],
    ['10,001 pages where nothing was said', 10_000, {}],
  ])('%s: an error after these, and no end', async (_, allowed, config) => {
    const { user, counts } = scripted(delivered(book(ids(1, allowed + 1).map(() => 1)), delivery))
    const { values, error } = await outcome(user.all(rows, config))
    expect(values).toHaveLength(allowed)
    expect(error).toMatchObject({ _tag: 'PagingError', reason: 'too-many-pages', page: some(allowed + 1) })
    expect(counts.started).toBe(allowed)
  })

  it('as many pages as are allowed are no error', async () => {
    const { user } = scripted(delivered(book(ids(1, 1_000).map(() => 1)), delivery))
    const { values, error } = await outcome(user.all(rows, { maxPages: 1_000 }))
    expect([values.length, error]).toEqual([1_000, undefined])
  })
})
