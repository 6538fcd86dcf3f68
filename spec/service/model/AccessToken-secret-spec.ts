import { inspect } from 'node:util'
import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { redact, reveal } from '../../../lib/base/Redacted.js'
import { secret } from '../../../lib/service/model/AccessToken.js'
import { isTotal } from '../../base/codec/laws.js'

describe('secret', () => {
  it('hides every text that a header can carry, and encodes without showing it', () => {
    isTotal(secret)
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{8,200}$/), (text) => {
        const decoded = secret.decode(text)
        if (!isRight(decoded)) throw new Error('refused')
        expect(reveal(decoded.right)).toBe(text)
        const encoded: unknown = secret.encode(decoded.right)
        for (const shown of [JSON.stringify(encoded), inspect(encoded), String(encoded)])
          expect(shown).not.toContain(text)
        expect(secret.decode(encoded)).toStrictEqual(decoded)
        expect(secret.is(decoded.right) && !secret.is(text)).toBe(true)
      }),
    )
  })

  it('refuses what would break a header, what is too long and what was redacted in a JSON text', () => {
    const wrong = [
      '',
      ' ',
      'a b',
      'a\r\nx: y',
      'a\n',
      'é',
      '\ud800',
      '<redacted>',
      'x'.repeat(8193),
      'x'.repeat(10_000_000),
    ]
    for (const u of [...wrong, redact('a\n'), 5, null, {}])
      expect([isLeft(secret.decode(u)), secret.is(u)]).toStrictEqual([true, false])
  })
})
