import fc from 'fast-check'
import { isSmallRequest } from '../../../lib/adapters/electron/servePort.js'
import { closePorts, rawRenderer, settled } from '../../helpers/electron.js'
import { stubClient } from '../../helpers/stubClient.js'

afterEach(closePorts)

const heavy: ReadonlyArray<readonly [string, unknown]> = [
  ['a long text', 'x'.repeat(20_000)],
  ['a long name', { ['x'.repeat(20_000)]: 1 }],
  ['a long list', Array.from({ length: 20_000 }, () => 1)],
  ['many texts', Array.from({ length: 20 }, () => 'x'.repeat(1000))],
  ['a buffer', new Uint8Array(1)],
  ['a map', new Map()],
  ['a set', new Set()],
  ['a huge number', 10n],
  ['an error', new Error('x')],
]

describe('isSmallRequest', () => {
  it.each(heavy)('refuses %s, wherever it is', (_, value) => {
    expect([value, { value }, [[value]]].map(isSmallRequest)).toEqual([false, false, false])
  })

  it('refuses what goes in circles', () => {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    expect(isSmallRequest(circle)).toBe(false)
  })

  it('passes what options are', () => {
    const option = fc.oneof(fc.string({ maxLength: 200 }), fc.double(), fc.boolean(), fc.date(), fc.constant(null))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), option, { maxKeys: 10 }), (settings) => isSmallRequest({ settings })),
    )
  })
})

describe('a page that asks too much at once', () => {
  it.each(heavy)('has that alone refused, and nothing of it kept: %s', async (_, value) => {
    const { client, live } = stubClient({})
    const { heard, say } = rawRenderer(client)
    const subscribe = (id: number, rest: object) => ({
      _tag: 'Subscribe',
      id,
      operation: 'stock',
      settings: {},
      ...rest,
    })
    say(
      { _tag: 'Hello', version: 1 },
      subscribe(1, { subject: value }),
      subscribe(2, { settings: { timeout: value } }),
      subscribe(3, { subject: 1 }),
    )
    await settled()
    const refused = (id: number) => ({ _tag: 'Error', id, error: expect.objectContaining({ _tag: 'ConfigError' }) })
    expect(heard.slice(1)).toEqual([refused(1), refused(2)])
    expect(live()).toBe(1)
  })
})
