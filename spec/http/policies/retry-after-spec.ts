import { some } from 'fp-ts/lib/Option.js'
import { defer, of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import type { Http } from '../../../lib/http/Http.js'
import { retry } from '../../../lib/http/policies/retry.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const hour = 3_600_000
const serverStart = Date.UTC(2026, 0, 1)
const at = (moment: number): string => new Date(moment).toUTCString()

/** A service that is busy once, and says so with these headers; what its own clock says is given to them. */
const asking = (
  headers: (serverTime: number) => Record<string, string>,
  { localStart = serverStart, code = 503, draw = 0.5, minDelay = 250 } = {},
) => {
  const clock = createVirtualClock({ start: localStart })
  const left: Array<number> = []
  const seen: Array<unknown> = []
  const service: Http = () =>
    defer(() => {
      left.push(clock.monotonic())
      return of(left.length > 1 ? json({}) : json({}, code, headers(serverStart + clock.monotonic())))
    })
  const config = { count: 4, minDelay, maxDelay: 30_000 }
  const passed = retry(
    clock,
    () => draw,
    () => undefined,
    config,
  )(status(clock)(service))
  passed(httpRequest()).subscribe({ next: (value) => seen.push(value), error: (error) => seen.push(error) })
  clock.advance(48 * hour)
  return { left, seen }
}

describe('retry, when the service says how long to wait', () => {
  it('asks at the second that was asked for', () => {
    expect(asking(() => ({ 'retry-after': '7' })).left).toEqual([0, 7000])
    expect(asking(() => ({ 'retry-after': '7' }), { code: 429 }).left).toEqual([0, 7000])
  })

  it.each([0, 0.999])('is never earlier than asked, with %d drawn', (draw) => {
    expect(asking(() => ({ 'retry-after': '1' }), { draw }).left[1]).toBeGreaterThanOrEqual(1000)
  })

  it('may be later than asked: its own wait stands where it is the longer', () => {
    expect(asking(() => ({ 'retry-after': '1' }), { minDelay: 5000 }).left).toEqual([0, 2500])
    expect(asking(() => ({ 'retry-after': '0' }), { draw: 0.5 }).left).toEqual([0, 125])
  })

  it.each([-hour, hour])("reads a date on the service's clock, the local one being %d ms off", (off) => {
    const { left } = asking((now) => ({ 'retry-after': at(now + 90_000), date: at(now) }), {
      localStart: serverStart + off,
    })
    expect(left).toEqual([0, 90_000])
  })

  it('waits as it would by itself for a date that has passed', () => {
    expect(asking((now) => ({ 'retry-after': at(now - hour), date: at(now) })).left).toEqual([0, 125])
  })

  it('waits as it would by itself for garbage', () => {
    expect(asking(() => ({ 'retry-after': 'soon' })).left).toEqual([0, 125])
  })

  it('waits for an hour', () => {
    expect(asking(() => ({ 'retry-after': '3600' })).left).toEqual([0, hour])
  })

  it.each(['3601', '1'.repeat(400)])('does not wait beyond an hour: %s is the caller’s to decide', (text) => {
    const { left, seen } = asking(() => ({ 'retry-after': text }))
    expect(left).toEqual([0])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toBeInstanceOf(StatusError)
    expect(seen[0]).toMatchObject({ status: 503, retryAfter: some(Math.min(Number(text) * 1000, 24 * hour)) })
  })

  it('lets no local clock make a wait of nothing out of a date: an hour ahead, it would have passed', () => {
    const { left } = asking((now) => ({ 'retry-after': at(now + 60_000), date: at(now) }), {
      localStart: serverStart + hour,
      draw: 0,
    })
    expect(left).toEqual([0, 60_000])
  })
})
