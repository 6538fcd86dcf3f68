import fc from 'fast-check'
import { filterSource } from '../../../../lib/testing/sandbox/bridge2025/rows2025.js'
import { listStart, sourceOf } from '../../../../lib/testing/sandbox/World.js'

const numbers = (ids: ReadonlyArray<number>) =>
  sourceOf(
    ids.map((id) => ({ rank: 0, id })),
    ({ id }) => ({ id }),
  )

describe('filtered', () => {
  it('gives what the rows that pass would give by themselves, from anywhere, both ways', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 400 })
    fc.assert(
      fc.property(
        ids,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer(),
        (all, step, count, at) => {
          const passes = ({ id }: { readonly id: number }): boolean => id % step === 0
          const some = filterSource(numbers(all), passes)
          const alone = numbers(all.filter((id) => passes({ id })))
          for (const key of [listStart, { rank: 0, id: at }, { rank: 0, id: all[0] ?? 0 }]) {
            expect(some.after(key, count)).toEqual(alone.after(key, count))
            expect(some.before(key, count)).toEqual(alone.before(key, count))
          }
        },
      ),
    )
  })
})
