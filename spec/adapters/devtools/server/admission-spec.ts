import { createAdmission, keptKeys } from '../../../../lib/adapters/devtools/server/admission.js'
import fc from '../../../support/fastCheck.js'

describe('createAdmission', () => {
  it('exchanges a token for a key once, and has another token then', () => {
    const { token, enter, admits } = createAdmission()
    const first = token()
    const key = enter(first) ?? ''
    expect(admits(key)).toBe(true)
    expect(enter(first)).toBeUndefined()
    expect(token()).not.toBe(first)
    expect(enter(token())).not.toBe(key)
    expect(admits(key)).toBe(true)
  })

  it('admits neither tokens nor any other text', () => {
    const { token, enter, admits } = createAdmission()
    const key = enter(token()) ?? ''
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('', token(), key.slice(1), `${key} `)), (text) => {
        expect(admits(text)).toBe(false)
        if (text !== token()) expect(enter(text)).toBeUndefined()
      }),
    )
  })

  it('keeps the latest keys', () => {
    const { token, enter, admits } = createAdmission()
    const keys = Array.from({ length: keptKeys + 2 }, () => enter(token()) ?? '')
    expect(keys.map(admits)).toStrictEqual([false, false, ...Array<boolean>(keptKeys).fill(true)])
    expect(new Set(keys).size).toBe(keptKeys + 2)
  })
})
