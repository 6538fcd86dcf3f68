import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { hmac } from '../../docs/playground/src/run/hmac.js'

describe('hmac of the playground', () => {
  it('signs as node:crypto does, synchronously', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 300 }), (secret, text) => {
        const seen: Array<string> = []
        hmac(secret, text).subscribe((digest) => seen.push(digest))
        expect(seen).toEqual([createHmac('sha256', secret).update(text).digest('hex')])
      }),
    )
  })
})
