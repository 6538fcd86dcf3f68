import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, toArray } from 'rxjs'
import { NetworkError } from '../../../lib/index.js'
import { book, ids, pageAsked, rows, settled } from '../../helpers/lists.js'
import { json } from '../../helpers/responses.js'
import { type Answer, scripted } from '../../helpers/scripted.js'

const six = book([3, 3, 3, 3, 3, 3])
const lost = new NetworkError({ operation: 'rows.list', page: none, origin: 'https://bank.example', code: some('X') })

/** Page 4 fails twice. */
const failing = (...failures: ReadonlyArray<ReturnType<Answer>>): Answer => {
  const left = [...failures]
  return (request) => (pageAsked(request) === 4 ? (left.shift() ?? six(request)) : six(request))
}

const busy = json({}, 503)
const broken = { ...json({}), body: '{"resources":[{"id"}]}' }

describe('paging scenario 04: retry in place', () => {
  it.each([
    ['503, 503', [busy, busy]],
    ['429 with Retry-After, 500', [json({}, 429, { 'retry-after': '2' }), json({}, 500)]],
    ['the network, twice', [lost, lost]],
    ['what is no JSON, and the page of a proxy', [broken, { ...json({}), body: '<html>hello</html>' }]],
  ])('page 4 answers %s, then 200: every row comes once, in order', async (_, failures) => {
    const { user, clock, asked, counts } = scripted(failing(...failures))
    const seen = lastValueFrom(user.all(rows).pipe(toArray()))
    clock.advance(60_000)
    expect((await seen).map(({ id }) => id)).toEqual(ids(1, 18))
    const address = '/v2/rows?after='
    expect(asked.map(({ path }) => path)).toEqual([
      '/v2/rows',
      ...[2, 3, 4, 4, 4, 5, 6].map((number) => `${address}${String(number)}`),
    ])
    expect(counts).toMatchObject({ started: 6 + 2, aborted: 0, mostInFlight: 1, inFlight: 0 })
    expect(clock.pending()).toBe(0)
  })

  it('a loop sees the same, and waits if a subscriber does', async () => {
    const { user, clock, counts } = scripted(failing(busy, busy))
    const seen: Array<number> = []
    const looped = (async () => {
      for await (const { id } of user.all(rows, { prefetch: 1 })) seen.push(id)
    })()
    await settled()
    expect(seen).toEqual(ids(1, 9))
    clock.advance(60_000)
    await looped
    expect(seen).toEqual(ids(1, 18))
    expect(counts.started).toBe(6 + 2)
  })

  it('each page has all its tries, however many others have used', async () => {
    const turns = new Map<number, number>()
    const { user, clock, counts } = scripted((request) => {
      const number = pageAsked(request)
      const turn = (turns.get(number) ?? 0) + 1
      turns.set(number, turn)
      return turn <= 4 ? busy : six(request)
    })
    const seen = lastValueFrom(user.all(rows).pipe(toArray()))
    clock.advance(600_000)
    expect(await seen).toHaveLength(18)
    expect(counts.started).toBe(6 * 5)
  })
})
