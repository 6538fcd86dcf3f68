import fc from 'fast-check'
import { mergeHeaders } from '../../lib/http/HttpResponse.js'

const named = (name: string, value: string): Readonly<Record<string, string>> =>
  Object.fromEntries([[name, value] as const])

/** The same, spelt out: a map by lower-case name. */
const slowly = (sets: ReadonlyArray<Readonly<Record<string, string>>>) =>
  Object.fromEntries(
    new Map(sets.flatMap((set) => Object.entries(set)).map((entry) => [entry[0].toLowerCase(), entry])).values(),
  )

describe('mergeHeaders', () => {
  it('lets the last one count, even if names differ in case alone', () => {
    expect(mergeHeaders({ Accept: 'a', 'X-Trace': '1' }, { 'x-trace': '2' })).toEqual({ Accept: 'a', 'x-trace': '2' })
    expect(mergeHeaders({ 'X-Trace': '1' }, { 'X-Trace': '2' })).toEqual({ 'X-Trace': '2' })
  })

  it('leaves what it is given as it is', () => {
    const first = { Accept: 'a' }
    mergeHeaders(first, { 'X-Trace': '1' })
    expect(first).toEqual({ Accept: 'a' })
  })

  it('takes a name that means something to objects for a name like others', () => {
    const merged = mergeHeaders({ Accept: 'a' }, named('__proto__', 'x'))
    expect(Object.entries(merged)).toEqual([
      ['Accept', 'a'],
      ['__proto__', 'x'],
    ])
  })

  it('is the same for few headers and for many', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '-'), minLength: 1, maxLength: 4 })
    const set = fc.dictionary(name, fc.string(), { maxKeys: 40 })
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 3 }), (sets) => {
        expect(mergeHeaders(...sets)).toEqual(slowly(sets))
      }),
    )
  })
})
