import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { postgresError } from '../../../lib/mirror/postgres/postgresError.js'

const canary = 'CANARY'

describe('postgresError', () => {
  it.each([
    ['08006', 'unavailable'],
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['25P03', 'unavailable'],
    ['53300', 'unavailable'],
    ['53100', 'full'],
    ['53200', 'full'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['28P01', 'denied'],
    ['3D000', 'denied'],
    ['42501', 'denied'],
    ['22P05', 'unwritable'],
    ['54001', 'unwritable'],
    ['23514', 'failed'],
    ['42P01', 'failed'],
    ['ECONNREFUSED', 'unavailable'],
    ['EPIPE', 'unavailable'],
  ])('%s is %s', (code, reason) => {
    const error = postgresError(Object.assign(new Error(canary), { code, detail: canary }))
    expect(error).toMatchObject({ _tag: 'MirrorError', reason, code })
    expect([String(error), JSON.stringify(error), error.stack].join()).not.toContain(canary)
  })

  it('what has no code says that the connection was lost', () => {
    for (const thrown of [undefined, null, canary, {}, new Error(canary)])
      expect(postgresError(thrown)).toMatchObject({ reason: 'unavailable', code: undefined })
    const own = new MirrorError({ reason: 'unwritable' })
    expect(postgresError(own)).toBe(own)
  })
})
