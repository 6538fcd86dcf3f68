import fc from 'fast-check'
import { createHeap } from '../../../lib/base/clock/heap.js'

const drained = <A>(heap: { readonly pop: () => A | undefined }): ReadonlyArray<A> => {
  const next = heap.pop()
  return next === undefined ? [] : [next, ...drained(heap)]
}

describe('heap', () => {
  it('gives out what it was given, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 200 }), (items) => {
        const heap = createHeap<number>((a, b) => a < b)
        items.forEach(heap.push)
        expect(drained(heap)).toEqual([...items].sort((a, b) => a - b))
      }),
    )
  })

  it('does what a sorted array does, whatever the order of pushes and pops', () => {
    const push = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(fc.array(fc.option(push), { maxLength: 200 }), (steps) => {
        const heap = createHeap<number>((a, b) => a < b)
        const model: Array<number> = []
        for (const item of steps) {
          if (item === null) expect(heap.pop()).toBe(model.shift())
          else {
            heap.push(item)
            model.push(item)
            model.sort((a, b) => a - b)
          }
          expect(heap.peek()).toBe(model[0])
        }
      }),
    )
  })

  it('is empty at first, and again when all was taken', () => {
    const heap = createHeap<number>((a, b) => a < b)
    expect([heap.peek(), heap.pop()]).toEqual([undefined, undefined])
    heap.push(1)
    expect([heap.pop(), heap.pop(), heap.peek()]).toEqual([1, undefined, undefined])
  })
})
