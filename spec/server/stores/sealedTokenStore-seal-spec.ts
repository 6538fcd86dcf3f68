import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { seal, sealingKeys, unseal } from '../../../lib/server/stores/sealedTokenStore.js'

const [old, current, other] = sealingKeys([1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')))
if (current === undefined || other === undefined) throw new Error('three keys')

describe('seal and unseal', () => {
  it('give back any text to its owner, by any of the keys', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (owner, text) => {
        const sealed = seal(old, owner, text)
        expect(unseal([current, old], owner, sealed)).toEqual(some(text))
        expect(unseal([current], owner, sealed)).toEqual(none)
      }),
    )
  })

  it('give it to no other owner', () => {
    for (const [owner, thief] of [
      ['a', 'b'],
      ['a', 'a '],
      ['\ud800', '\ud801'],
      ['', '\0'],
    ] as const)
      // prettier-ignore
      expect(unseal([old], thief, seal(old, owner, 'text'))).toEqual(none)
  })

  it('give nothing if one bit is another, or the end is missing', () => {
    const sealed = seal(old, 'owner', 'some text')
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Uint8Array.from(sealed)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(unseal([old, current, other], 'owner', changed)).toEqual(none)
        expect(unseal([old], 'owner', sealed.subarray(0, at))).toEqual(none)
      }),
    )
  })

  it('never seal twice alike, and show nothing', () => {
    const sealed = Array.from({ length: 100 }, () => Buffer.from(seal(old, 'owner', 'canary')).toString('latin1'))
    expect(new Set(sealed).size).toBe(100)
    expect(sealed.some((text) => text.includes('canary') || text.includes('\u0001\u0001\u0001\u0001'))).toBe(false)
  })
})
