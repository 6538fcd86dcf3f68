import { none, some } from 'fp-ts/lib/Option.js'
import { position } from '../../lib/stream/position.js'

const minute = 60_000
const ahead = (option: string): unknown =>
  expect.objectContaining({
    _tag: 'ConfigError',
    issues: [{ path: option, expected: "a moment that the service's clock has come to" }],
  })

describe('position', () => {
  it('is at the moment to begin with, and asks from an overlap before it', () => {
    const place = position(new Date(10 * minute), 3 * minute)
    expect([place.reached(), place.since()]).toEqual([some(10 * minute), some(7 * minute)])
    place.move(20 * minute)
    expect([place.reached(), place.since()]).toEqual([some(20 * minute), some(17 * minute)])
  })

  it('asks for everything while it is nowhere, and from no moment before 1970', () => {
    expect(position(undefined, minute).since()).toEqual(none)
    expect(position(new Date(1000), minute).since()).toEqual(some(0))
  })

  it('goes on from what was kept; from the moment to begin with where nothing was', () => {
    const place = position(new Date(10 * minute), 0)
    place.restore(some(new Date(5 * minute)))
    expect(place.reached()).toEqual(some(5 * minute))
    place.restore(none)
    expect(place.reached()).toEqual(some(10 * minute))
  })

  it.each([
    [5 * minute, 5 * minute],
    [0, 30_000],
  ])('with an overlap of %p ms, begins no more than %p ms ahead of the service', (overlap, tolerated) => {
    expect(position(new Date(10 * minute), overlap).begin(10 * minute - tolerated)).toBeUndefined()
    expect(position(new Date(10 * minute), overlap).begin(10 * minute - tolerated - 1)).toEqual(ahead('/since'))
  })

  it('takes a beginning ahead of the service for its now', () => {
    const place = position(new Date(Date.UTC(9999, 0)), minute)
    expect(place.begin(10 * minute)).toEqual(ahead('/since'))
    expect(place.reached()).toEqual(some(10 * minute))
    expect(place.begin(10 * minute)).toBeUndefined()
  })

  it('takes the moment to begin with in the place of what was kept ahead of the service', () => {
    const place = position(new Date(Date.UTC(9999, 0)), minute)
    place.restore(some(new Date(Date.UTC(8888, 0))))
    expect(place.begin(10 * minute)).toEqual(ahead('/store'))
    expect(place.reached()).toEqual(some(Date.UTC(9999, 0)))
    expect(place.begin(10 * minute)).toEqual(ahead('/since'))
    expect(place.reached()).toEqual(some(10 * minute))
  })

  it('judges the beginning alone', () => {
    const place = position(undefined, 0)
    expect(place.begin(0)).toBeUndefined()
    place.move(60 * minute)
    expect([place.begin(10 * minute), place.reached()]).toEqual([undefined, some(60 * minute)])
  })
})
