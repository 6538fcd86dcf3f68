import { isLeft, right } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { emptyPostedWindow, followPosted, postedWindow } from '../../../lib/streams/polling/followPosted.js'
import { payment } from '../../helpers/payments.js'

const nothing = { added: [], updated: [], removed: [], known: new Set<number>() }

describe('postedWindow', () => {
  it('reads a window back from its JSON, which the next batch continues with', () => {
    const follow = followPosted()
    const kept = follow(emptyPostedWindow, {
      ...nothing,
      removed: [payment(1)],
      known: new Set([1]),
      checkpoint: some(new Date('2023-04-21')),
    })
    const restored = decode(postedWindow, JSON.parse(JSON.stringify(kept)))
    expect(restored).toEqual(right(kept))
    if (isLeft(restored)) throw new Error('it does not decode')
    const found = follow(restored.right, { ...nothing, added: [payment(2)], checkpoint: some(new Date('2023-04-22')) })
    expect(found.links).toEqual([{ pending: 1, posted: 2 }])
    expect(decode(postedWindow, JSON.parse(JSON.stringify(found)))).toEqual(right(found))
  })

  it('reads an empty one back, and one of the middle of a round', () => {
    const open = followPosted()(emptyPostedWindow, { ...nothing, added: [payment(1)], checkpoint: none })
    for (const window of [emptyPostedWindow, open])
      expect(decode(postedWindow, JSON.parse(JSON.stringify(window)))).toEqual(right(window))
  })

  it.each([
    null,
    {},
    [],
    { removed: [], added: [], links: [] },
    { ...emptyPostedWindow, removed: [{ id: 1 }] },
    { ...emptyPostedWindow, links: [{ pending: 1 }] },
    { ...emptyPostedWindow, from: null },
    { ...emptyPostedWindow, round: '1' },
  ])('refuses %j', (json) => {
    expect(isLeft(decode(postedWindow, json))).toBe(true)
  })
})
