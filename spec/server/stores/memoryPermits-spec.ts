import { firstValueFrom, from } from 'rxjs'
import { createVirtualClock, type RequestLimit } from '../../../lib/index.js'
import { memoryPermits } from '../../../lib/node.js'
import { underFakeTime } from '../../helpers/underFakeTime.js'
import { permitSourceLaws } from '../../laws/permitSourceLaws.js'
import { permitStatusLaws } from '../../laws/permitStatusLaws.js'

describe('memoryPermits', () => {
  it.each(permitSourceLaws)('$name', ({ check }) => {
    let made: ReturnType<typeof memoryPermits> | undefined
    const open = (limit: RequestLimit) => (made ??= memoryPermits(limit))
    return expect(underFakeTime(() => check(open))).resolves.toBe('kept')
  })

  it.each(permitStatusLaws)('$name', ({ check }) => check(memoryPermits))

  it('does nothing before somebody subscribes', async () => {
    const permits = memoryPermits({ requests: 1, per: 1000, clock: createVirtualClock() })
    const ask = { count: 1, priority: 'interactive', hold: 10 } as const
    permits.lease(ask)
    permits.coolDown(1000)
    const first = await firstValueFrom(from(permits.lease(ask)))
    expect(first).toEqual({ permits: ['1'], wait: 0, coolDown: 0, remaining: 0 })
  })

  it.each([
    ['requests', { requests: 0, per: 1 }],
    ['per', { requests: 1, per: 0 }],
    ['clock', { requests: 1, per: 1, clock: {} }],
    ['unknown', { requests: 1, per: 1, unknown: 1 }],
  ])('refuses a wrong %s', (name, wrong) => {
    const issues = [expect.objectContaining({ path: `/${name}` })]
    const refusal: unknown = expect.objectContaining({ _tag: 'ConfigError', issues })
    expect(() => memoryPermits(wrong as RequestLimit)).toThrow(refusal as Error)
  })
})
