import { toNullable } from 'fp-ts/lib/Option.js'
import { type Got, serving } from './serving.js'

const ids = ({ json }: Got): ReadonlyArray<number> => (json.resources ?? []).map(({ id }) => id)
const next = ({ json }: Got): string => json.pagination?.next_uri ?? ''
const previous = ({ json }: Got): string => json.pagination?.previous_uri ?? ''

describe('pages through a gateway', () => {
  const { client, get, sandbox, user } = serving()

  it('are followed to the end by their handles, and back', async () => {
    const forward: Array<Got> = [await get('/v2/transactions?limit=50')]
    for (let last = forward[0]; last !== undefined && next(last) !== ''; last = forward.at(-1))
      forward.push(await get(next(last)))
    expect(forward.map((page) => ids(page).length)).toEqual([50, 50, 20])
    expect(new Set(forward.flatMap(ids)).size).toBe(120)
    expect(forward[0]?.json.pagination?.previous_uri).toBeNull()

    const middle = await get(previous(forward[2] as Got))
    expect(ids(middle)).toEqual(ids(forward[1] as Got))
    expect(ids(await get(previous(middle)))).toEqual(ids(forward[0] as Got))
  })

  it('have links that say no more than the list', async () => {
    const page = await get('/v2/transactions?limit=50')
    expect(next(page)).toMatch(/^\/v2\/transactions\?handle=[0-9a-f-]{36}$/)
  })

  it('have the same link to the same page, so that circles are seen', async () => {
    const [first, again] = [await get('/v2/transactions?limit=50'), await get('/v2/transactions?limit=50')]
    expect(next(first)).toBe(next(again))
    expect(next(first)).not.toBe(next(await get('/v2/transactions?limit=51')))
    const other = await get('/v2/transactions?limit=50', { cookie: `user=${user(1).externalUserId}` })
    expect(next(other)).not.toBe(next(first))
    expect(next(other)).not.toBe('')
  })

  it('cannot be had by another user, nor by way of another list', async () => {
    const link = next(await get('/v2/transactions?limit=50'))
    const { started } = sandbox().journal.counts()
    const taken = await get(link, { cookie: `user=${user(1).externalUserId}` })
    const strayed = await get(link.replace('transactions', 'stocks'))
    const updated = await get(link.replace('transactions', 'transactions/updated'))
    const invented = await get('/v2/transactions?handle=00000000-0000-4000-8000-000000000000')
    expect([taken, strayed, updated, invented].map(({ status, json }) => [status, json.type])).toEqual(
      Array.from({ length: 4 }, () => [410, 'handle_lost']),
    )
    expect(sandbox().journal.counts().started).toBe(started)
    expect((await get(link)).status).toBe(200)
    expect((await get(link, { cookie: null })).status).toBe(401)
  })

  it('take nothing beside their handle', async () => {
    const link = next(await get('/v2/transactions?limit=50'))
    for (const query of ['&limit=500', '&since=2020-01-01T00:00:00Z', `&${link.split('?')[1] ?? ''}`, '&after=x', '&='])
      expect([query, (await get(link + query)).status]).toEqual([query, 400])
  })

  it('are in the language in which they are asked for', async () => {
    const first = await get('/v2/categories?limit=5', { 'accept-language': 'fr' })
    await get(next(first), { 'accept-language': 'fr' })
    const languages = sandbox()
      .journal.entries()
      .map(({ headers }) => headers['accept-language'])
    expect(languages).toEqual(['fr', 'fr'])
  })

  it('are requested by the number that events name', async () => {
    const numbers: Array<unknown> = []
    client().events$.subscribe((event) => {
      if (event._tag === 'Requested' && event.operation === 'transactions.list') numbers.push(toNullable(event.page))
    })
    const second = await get(next(await get('/v2/transactions?limit=50')))
    const third = await get(next(second))
    await get(previous(third))
    expect(numbers).toEqual([1, 2, 3, 2])
  })

  it('that lead to themselves keep their handle, which the browser takes for a circle', async () => {
    const link = next(await get('/v2/transactions?limit=50'))
    sandbox().faults.add({ kind: 'repeated-cursor' })
    expect(next(await get(link))).toBe(link)
  })

  it('end with an error if the service leads elsewhere, after the page that says so', async () => {
    sandbox().faults.add({ kind: 'foreign-link', url: 'https://evil.example/v2/transactions?after=x' })
    const first = await get('/v2/transactions?limit=50')
    expect([first.status, ids(first).length]).toEqual([200, 50])
    expect(first.text).not.toContain('evil')
    const { started } = sandbox().journal.counts()
    const second = await get(next(first))
    expect([second.status, second.json.type]).toEqual([502, 'invalid_response'])
    expect(sandbox().journal.counts().started).toBe(started)
  })

  it('keep no link that no request can be', async () => {
    sandbox().faults.add({ kind: 'foreign-link', url: `/v2/transactions?after=${'x'.repeat(9000)}` })
    const second = await get(next(await get('/v2/transactions?limit=50')))
    expect(second.status).toBe(502)
  })

  it.each([400, 404, 410])('are begun again if the service has forgotten them, by %d', async (status) => {
    const link = next(await get('/v2/transactions?limit=50'))
    sandbox().faults.add({ kind: 'dead-cursor', status })
    expect((await get(link)).status).toBe(status)
  })
})

describe('handles of a gateway', () => {
  const { get, user } = serving({ perUser: { maxHandles: 2 }, total: { maxHandles: 3 } })

  it('go, the least recently used first, when a user has too many', async () => {
    const [a, b] = [next(await get('/v2/transactions?limit=1')), next(await get('/v2/transactions?limit=2'))]
    await get('/v2/transactions?limit=1')
    const c = next(await get('/v2/transactions?limit=3'))
    expect(b).not.toBe(c)
    expect((await get(b)).status).toBe(410)
    // Two links of a page in the middle take the place of all that were there.
    expect((await get(a)).status).toBe(200)
    expect((await get(c)).status).toBe(410)
  })

  it('go, the least recently used first, when there are too many', async () => {
    const other = { cookie: `user=${user(1).externalUserId}` }
    const [a, b] = [next(await get('/v2/transactions?limit=1')), next(await get('/v2/transactions?limit=2'))]
    await get('/v2/transactions?limit=1', other)
    await get('/v2/transactions?limit=2', other)
    expect((await get(a)).status).toBe(410)
    expect((await get(b)).status).toBe(200)
  })
})
