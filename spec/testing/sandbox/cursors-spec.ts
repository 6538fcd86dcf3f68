import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { createCursors } from '../../../lib/testing/sandbox/cursors.js'

const cursor = fc.record({
  rank: fc.oneof(fc.maxSafeInteger(), fc.constant(Infinity)),
  id: fc.oneof(
    fc.maxSafeInteger(),
    fc.integer().map((n) => n + 0.5),
  ),
  emptyLeft: fc.nat(),
  emptySent: fc.nat(),
})
const scope = fc.string()

describe('cursor', () => {
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(fc.nat(), scope, cursor, (seed, list, place) => {
        const cursors = createCursors(seed)
        expect(cursors.decode(list, cursors.encode(list, place))).toEqual(some(place))
      }),
    )
  })

  it('has in every text what must survive byte for byte', () => {
    fc.assert(
      fc.property(fc.nat(), scope, cursor, (seed, list, place) => {
        expect(createCursors(seed).encode(list, place)).toMatch(/^\+\/\+\/[\w+/]+==$/)
      }),
    )
  })

  it('shows nothing of the place', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1000 }), (seed, id) => {
        const text = createCursors(seed).encode('list', { rank: 0, id, emptyLeft: 0, emptySent: 0 })
        expect(atob(text)).not.toContain(String(id))
      }),
    )
  })

  it('refuses what was changed in one byte, cut or lengthened', () => {
    const cursors = createCursors(1)
    const text = cursors.encode('list', { rank: 0, id: 7, emptyLeft: 0, emptySent: 0 })
    for (let index = 0; index < text.length; index++) {
      for (const letter of 'Az09+/= ') {
        const garbled = `${text.slice(0, index)}${letter}${text.slice(index + 1)}`
        expect(cursors.decode('list', garbled)).toStrictEqual(garbled === text ? some(expect.anything()) : none)
      }
      expect(cursors.decode('list', text.slice(0, index))).toStrictEqual(none)
      expect(cursors.decode('list', text + text.slice(0, index + 1))).toStrictEqual(none)
    }
  })

  it('refuses any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.base64String().map((text) => `+/+/${text}`),
        ),
        (text) => {
          expect(createCursors(1).decode('list', text)).toStrictEqual(none)
        },
      ),
    )
  })

  it('refuses a cursor of another list or of another sandbox', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), scope, scope, cursor, (seed, otherSeed, list, otherList, place) => {
        fc.pre(seed !== otherSeed && list !== otherList)
        const text = createCursors(seed).encode(list, place)
        expect(createCursors(seed).decode(otherList, text)).toStrictEqual(none)
        expect(createCursors(otherSeed).decode(list, text)).toStrictEqual(none)
      }),
    )
  })
})
