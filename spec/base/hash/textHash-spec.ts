import fc from 'fast-check'
import { textHash } from '../../../lib/base/hash/textHash.js'
import { character } from '../../helpers/text.js'

const address = (cursor: string): string => `https://bank.example/v2/transactions?after=${cursor}&limit=500`

describe('textHash', () => {
  it('is a whole number that a double holds, the same for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const hash = textHash(text)
        expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true)
        expect(textHash(Array.from(text).join(''))).toBe(hash)
      }),
    )
  })

  it('tells texts apart that differ in one character', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (text, at, other) => {
          const place = at % text.length
          fc.pre(text[place] !== other)
          expect(textHash(text.slice(0, place) + other + text.slice(place + 1))).not.toBe(textHash(text))
        },
      ),
    )
  })

  it('tells 50,000 cursors apart, and spreads them', () => {
    const hashes = new Set(
      Array.from({ length: 50_000 }, (_, index) => textHash(address(Buffer.from(String(index)).toString('base64')))),
    )
    expect(hashes.size).toBe(50_000)
    for (const part of [2 ** 0, 2 ** 16, 2 ** 32, 2 ** 45]) {
      const buckets = new Array<number>(256).fill(0)
      for (const hash of hashes) {
        const bucket = Math.floor(hash / part) % 256
        buckets[bucket] = (buckets[bucket] ?? 0) + 1
      }
      expect(Math.min(...buckets)).toBeGreaterThan(110)
      expect(Math.max(...buckets)).toBeLessThan(300)
    }
  })
})
