import { createNewestEntries } from '../../../lib/testing/sandbox/newestEntries.js'

describe('newest entries', () => {
  it('are kept up to a number, and a key that is set again is the newest', () => {
    const entries = createNewestEntries<number>(2)
    entries.set('a', 1)
    entries.set('b', 2)
    entries.set('a', 3)
    entries.set('c', 4)
    expect(['a', 'b', 'c'].map(entries.get)).toEqual([3, undefined, 4])
    entries.delete('a')
    expect(['a', '__proto__', 'constructor'].map(entries.get)).toEqual([undefined, undefined, undefined])
  })
})
