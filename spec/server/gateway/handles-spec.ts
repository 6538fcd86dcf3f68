import fc from 'fast-check'
import { left, right } from 'fp-ts/lib/Either.js'
import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { randomHandle } from '../../../lib/server/gateway/createGateway.js'
import { createHandles, type HandlesConfig, type Link } from '../../../lib/server/gateway/handles.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'

const link = (url: string, path = '/v2/banks'): Link => ({ path, number: 2, url: right(url) })

const table = (config: Partial<HandlesConfig> = {}) => {
  let time = 0
  let named = 0
  const handles = createHandles(
    () => time,
    () => `h${String(++named)}`,
    {
      perUser: 100,
      total: 1000,
      lifetime: 1000,
      ...config,
    },
  )
  return { ...handles, pass: (ms: number) => (time += ms) }
}

const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('createHandles', () => {
  it('finds what it gave, for the same user and list', () => {
    const { getHandle, find } = table()
    const handle = getHandle('u', link('a'))
    expect(find('u', '/v2/banks', handle)).toEqual(some(link('a')))
    expect([find('v', '/v2/banks', handle), find('u', '/v2/items', handle), find('u', '/v2/banks', 'h9')]).toEqual([
      none,
      none,
      none,
    ])
  })

  it('gives the same for the same, and another for anything else', () => {
    const { getHandle } = table()
    const links = [link('a'), link('b'), link('a', '/v2/items'), { ...link('a'), url: left('malformed-link' as const) }]
    expect(links.map((each) => getHandle('u', each))).toEqual(['h1', 'h2', 'h3', 'h4'])
    expect(links.map((each) => getHandle('u', each))).toEqual(['h1', 'h2', 'h3', 'h4'])
    expect(getHandle('v', link('a'))).toBe('h5')
  })

  it('forgets a lifetime after it was last given or used', () => {
    const { getHandle, find, pass, size } = table()
    const [a, b, c] = [getHandle('u', link('a')), getHandle('u', link('b')), getHandle('u', link('c'))]
    pass(600)
    find('u', '/v2/banks', a)
    getHandle('u', link('b'))
    find('v', '/v2/banks', c)
    pass(400)
    expect([a, b, c].map((handle) => isSome(find('u', '/v2/banks', handle)))).toEqual([true, true, false])
    expect(size()).toBe(2)
    pass(1000)
    expect([a, b].map((handle) => isSome(find('u', '/v2/banks', handle)))).toEqual([false, false])
    expect(size()).toBe(0)
  })

  it('does what a list of all that was touched would do, newest last', () => {
    const command = fc.record({
      user: fc.constantFrom('u', 'v', 'w'),
      url: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      isFind: fc.boolean(),
      pass: fc.constantFrom(0, 0, 1, 400),
    })
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const limits = { perUser: 3, total: 6, lifetime: 1000 }
        const { getHandle, find, pass, size } = table(limits)
        let now = 0
        let model: ReadonlyArray<{
          readonly user: string
          readonly url: string
          readonly name: string
          readonly until: number
        }> = []
        const names = new Map<string, string>()
        for (const { user, url, isFind, pass: ms } of commands) {
          pass(ms)
          now += ms
          model = model.filter(({ until }) => until > now)
          const key = `${user} ${url}`
          const kept = model.find((each) => each.user === user && each.url === url)
          if (isFind) {
            expect(isSome(find(user, '/v2/banks', names.get(key) ?? ''))).toBe(kept !== undefined)
            if (kept !== undefined) model = [...model.filter((each) => each !== kept), { ...kept, until: now + 1000 }]
          } else {
            const name = getHandle(user, link(url))
            if (kept === undefined) {
              const own = model.filter((each) => each.user === user)
              if (own.length >= limits.perUser) model = model.filter((each) => each !== own[0])
              if (model.length >= limits.total) model = model.slice(1)
            } else expect(name).toBe(kept.name)
            model = [...model.filter((each) => each !== kept), { user, url, name, until: now + 1000 }]
            names.set(key, name)
          }
          expect(size()).toBe(model.length)
        }
      }),
    )
  })

  it('stays small and quick while 300,000 links come and go', () => {
    const { getHandle, find, size } = createHandles(() => 0, randomHandle, {
      perUser: 1000,
      total: 10_000,
      lifetime: 1000,
    })
    const before = heapUsed()
    let last = ''
    for (let i = 0; i < 300_000; i++)
      last = getHandle(`user ${String(i % 50)}`, link(`https://bank.example/v2/banks?after=${String(i)}`))
    expect(size()).toBe(10_000)
    expect(isSome(find('user 49', '/v2/banks', last))).toBe(true)
    expect(heapUsed() - before).toBeLessThan(20_000_000)
  }, 120_000)

  it('keeps nothing of users that are gone', () => {
    const { getHandle, size, users } = createHandles(() => 0, randomHandle, { perUser: 10, total: 10, lifetime: 1000 })
    for (let i = 0; i < 10_000; i++) getHandle(`user ${String(i)}`, link('a'))
    expect([size(), users()]).toEqual([10, 10])
  })
})

describe('handleName', () => {
  it('is never the same, and tells nothing', () => {
    const names = Array.from({ length: 10_000 }, randomHandle)
    expect(new Set(names).size).toBe(10_000)
    expect(
      names.every((name) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(name)),
    ).toBe(true)
  })
})
