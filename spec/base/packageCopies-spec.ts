import { recognizeCopies, shareAcrossCopies } from '../../lib/base/packageCopies.js'

describe('shared', () => {
  it('is what the first copy has made, for all of them, and is found by nobody who lists the global names', () => {
    const first = shareAcrossCopies('spec', () => ({ made: 1 }))
    expect(shareAcrossCopies('spec', () => ({ made: 2 }))).toBe(first)
    expect(shareAcrossCopies('spec other', () => ({ made: 3 }))).toEqual({ made: 3 })
    expect(Object.keys(globalThis)).not.toContain('rxbank.spec')
    expect(JSON.stringify(Object.entries(globalThis).map(([name]) => name))).not.toContain('rxbank.spec')
  })

  it('cannot be replaced', () => {
    const made = shareAcrossCopies('spec kept', () => ({ made: 1 }))
    expect(Reflect.set(globalThis, Symbol.for('rxbank.spec kept'), {})).toBe(false)
    expect(shareAcrossCopies('spec kept', () => ({ made: 2 }))).toBe(made)
  })
})

describe('recognize', () => {
  const copy = () => {
    class Lost extends Error {
      static {
        recognizeCopies(this, 'Lost')
      }
    }
    class Other extends Error {
      static {
        recognizeCopies(this, 'Other')
      }
    }
    return { Lost, Other }
  }

  it('lets a copy of a class know the instances of another copy, and no others', () => {
    const [mine, theirs] = [copy(), copy()]
    expect([new theirs.Lost() instanceof mine.Lost, new mine.Lost() instanceof theirs.Lost]).toEqual([true, true])
    for (const value of [new theirs.Other(), new Error(), {}, null, undefined, 'Lost', Symbol('Lost')])
      expect(value instanceof mine.Lost).toBe(false)
  })

  it('shows nothing of it', () => {
    expect(JSON.stringify(new (copy().Lost)())).toBe('{}')
    expect(Object.keys(new (copy().Lost)())).toEqual([])
  })
})
