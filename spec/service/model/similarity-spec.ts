import fc from 'fast-check'
import { similarity, wordsOf } from '../../../lib/service/model/similarity.js'
import { text } from '../../base/codec/laws.js'

const alike = (one: string, other: string): number => similarity(wordsOf(one), wordsOf(other))

describe('wordsOf', () => {
  it.each([
    ['Prélèvement SPOTIFY', ['prelevement', 'spotify']],
    ['CB*AMAZON.FR  12/04', ['cb', 'amazon', 'fr']],
    ['CARTE X1234 FNAC 0412', ['carte', 'fnac']],
    ['CARTE 0412', ['carte']],
    ['3M 2024', ['3m', '2024']],
    ['кафе Ёлка', ['кафе', 'елка']],
    ['', []],
    [' *** ', []],
  ])('reads %p as %j', (description, words) => {
    expect(Array.from(wordsOf(description))).toEqual(words)
  })

  it('reads the beginning of a text of any length', () => {
    expect(wordsOf('word '.repeat(1e6)).size).toBe(1)
    expect(Array.from(wordsOf(`${'a'.repeat(250)} b`))).toEqual(['a'.repeat(200)])
  })
})

describe('similarity', () => {
  it.each([
    ['Spotify', 'SPOTIFY', 1],
    ['Spotify', 'Spotify AB', 2 / 3],
    ['CB Amazon', 'CB Zalando', 1 / 2],
    ['Spotify', 'Deezer', 0],
    ['Spotify', '', 0],
    ['', '', 0],
  ])('of %p and %p is %p', (one, other, share) => {
    expect(alike(one, other)).toBeCloseTo(share, 10)
  })

  it('is the same both ways, 0 to 1, and 1 for a text with words and itself', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const share = alike(one, other)
        expect(share).toBe(alike(other, one))
        expect(share >= 0 && share <= 1).toBe(true)
        expect(alike(one, one)).toBe(wordsOf(one).size === 0 ? 0 : 1)
      }),
    )
  })
})
