import { setImmediate } from 'node:timers/promises'
import { sweptMap, type SweptMapConfig } from '../../../lib/base/clock/sweptMap.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { minute, second } from '../../helpers/tokens.js'

interface Value {
  isIdle: boolean
  readonly from: number | undefined
}

const setUp = (config: Partial<SweptMapConfig<Value, number>> = {}) => {
  const clock = createVirtualClock()
  const map = sweptMap<Value, number>(clock, { isIdle: ({ isIdle }) => isIdle, ...config })
  const get = (key: string): Value => map.get(key, (from) => ({ isIdle: true, from }))
  return { clock, map, get }
}

describe('sweptMap', () => {
  it('creates a value once, as long as it is in use', () => {
    const { clock, map, get } = setUp()
    const used = get('a')
    used.isIdle = false
    clock.advance(60 * minute)
    expect([get('a') === used, map.find('a') === used, map.find('b'), map.values()]).toEqual([
      true,
      true,
      undefined,
      [used],
    ])
  })

  it('removes idle values when it is used a minute after the last time that it did, but not the value that is used', () => {
    const { clock, map, get } = setUp()
    const [a, b] = [get('a'), get('b')]
    clock.advance(minute - 1)
    expect([get('b') === b, map.find('a') === a]).toEqual([true, true])
    clock.advance(1)
    expect([get('b') === b, map.find('a')]).toEqual([true, undefined])
    clock.advance(60 * minute)
    expect([get('b') === b, get('b') === b]).toEqual([true, true])
  })

  it('removes a value at the earliest so long after its last use', () => {
    const { clock, map, get } = setUp({ minIdle: 10 * minute })
    get('a')
    clock.advance(10 * minute - 1)
    get('b')
    expect(map.find('a')).toBeDefined()
    clock.advance(minute)
    get('b')
    expect(map.find('a')).toBeUndefined()
  })

  it('looks for idle values when it has twice as many as were left, not with each', () => {
    const { map, get } = setUp()
    for (let n = 0; n < 64; n++) get(`used ${String(n)}`).isIdle = false
    get('idle')
    for (let n = 0; n < 63; n++) get(String(n))
    expect(map.find('idle')).toBeDefined()
    get('one more')
    expect(map.find('idle')).toBeUndefined()
    expect(map.values().length).toBe(65)
  })

  it('keeps what still counts of a value, and creates the next one from that', () => {
    let counts = true
    const { clock, map, get } = setUp({ remainder: () => 7, counts: () => counts })
    expect(get('a').from).toBeUndefined()
    get('b')
    clock.advance(minute)
    get('c')
    expect([map.find('a'), get('a').from, get('a').from]).toEqual([undefined, 7, 7])
    counts = false
    clock.advance(minute)
    get('c')
    expect(get('b').from).toBeUndefined()
  })

  it('removes idle values after a garbage collection too, without a timer', async () => {
    const { clock, map, get } = setUp()
    const values = Array.from({ length: 100 }, (_, n) => new WeakRef(get(String(n))))
    clock.advance(10 * second)
    clock.advance(minute)
    const remaining = () => values.filter((value) => value.deref() !== undefined).length
    for (let turn = 0; turn < 10 && remaining() > 0; turn++) {
      await setImmediate()
      collectGarbage()
    }
    expect([remaining(), map.values(), clock.pending()]).toEqual([0, [], 0])
  })
})
