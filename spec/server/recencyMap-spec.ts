import fc from 'fast-check'
import { createRecencyMap } from '../../lib/server/recencyMap.js'

describe('createRecent', () => {
  it('has what was put, in that order, whatever goes', () => {
    const command = fc.record({
      act: fc.constantFrom('put', 'put', 'delete', 'first', 'drop first'),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
    })
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const recent = createRecencyMap<number>()
        let model: ReadonlyArray<readonly [string, number]> = []
        for (const [value, { act, key }] of commands.entries()) {
          const without = (gone: string | undefined) => model.filter(([name]) => name !== gone)
          if (act === 'put') {
            recent.put(key, value)
            model = [...without(key), [key, value]]
          } else if (act === 'delete') {
            recent.delete(key)
            model = without(key)
          } else if (act === 'drop first') {
            const first = model[0]?.[0]
            if (first !== undefined) recent.delete(first)
            model = without(first)
          }
          if (act !== 'put') expect(recent.first()).toBe(model[0]?.[1])
          expect(recent.size()).toBe(model.length)
          expect(recent.get(key)).toBe(model.find(([name]) => name === key)?.[1])
        }
      }),
      { numRuns: 500 },
    )
  })
})
