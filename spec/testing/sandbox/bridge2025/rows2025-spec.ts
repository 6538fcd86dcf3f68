import fc from 'fast-check'
import { omitEmpty } from '../../../../lib/testing/sandbox/bridge2025/rows2025.js'

describe('present', () => {
  it('leaves out what has no value, at every depth, and nothing else', () => {
    const row = { a: null, b: undefined, c: 0, d: '', e: false, f: { g: null, h: [null] } }
    expect(omitEmpty(row)).toEqual({ c: 0, d: '', e: false, f: { h: [null] } })
  })

  it('keeps rows that are whole, and once is as good as twice', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean())
    const row = fc.dictionary(fc.string(), fc.oneof(leaf, fc.constant(null), fc.dictionary(fc.string(), leaf)))
    fc.assert(
      fc.property(row, (value) => {
        const kept = omitEmpty(value)
        expect(omitEmpty(kept)).toEqual(kept)
        expect(Object.keys(kept)).toEqual(Object.keys(value).filter((name) => value[name] !== null))
      }),
    )
  })
})
