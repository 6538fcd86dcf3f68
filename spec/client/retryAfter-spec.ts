import type { HttpResponse } from '../../lib/index.js'
import { json } from '../helpers/responses.js'
import { hour, minute, second } from '../helpers/tokens.js'
import { createWorld, insights, type World } from '../helpers/world.js'

/** Who asks, and whether the service refuses the authentication or what comes after it. */
const askers: ReadonlyArray<readonly [string, 'authenticate' | 'request', (world: World) => void]> = [
  ['the authentication of who is subscribed to token$', 'authenticate', ({ watch }) => watch()],
  ['the authentication of a request', 'authenticate', ({ pull }) => pull(5 * minute)],
  ['a request that somebody waits for', 'request', ({ user }) => user.send(insights).subscribe()],
  ['a poll', 'request', ({ user }) => user.poll(insights, { every: second }).subscribe()],
  ['a change feed', 'request', ({ user }) => user.stocks.watchUpdated({ every: second }).subscribe()],
]

/** The forms of a date in HTTP. */
const texts: Readonly<Record<string, (date: Date) => string>> = {
  'a date': (date) => date.toUTCString(),
  'a date of RFC 850': (date) => date.toUTCString().replace(/^Thu, (\d\d) (\w{3}) \d\d(\d\d)/, 'Thursday, $1-$2-$3'),
  'a date of asctime': (date) =>
    date.toUTCString().replace(/^(\w{3}), (\d\d) (\w{3}) (\d{4}) (\S+) GMT$/, '$1 $3 $2 $5 $4'),
}

describe.each(askers)('Retry-After holds for %s', (_, refused, begin) => {
  it.each([
    [429, 'seconds'],
    [503, 'a date'],
    [503, 'a date of RFC 850'],
    [429, 'a date of asctime'],
  ])('with a %d, in %s, whatever hints there are that the network is back', (status, form) => {
    const asked: Array<number> = []
    const busyOnce = (calls: number): HttpResponse | undefined => {
      const at = world.serverTime() + 90 * second
      const date = new Date(world.serverTime()).toUTCString()
      return calls === 1 ? json({}, status, { date, 'retry-after': texts[form]?.(new Date(at)) ?? '90' }) : undefined
    }
    const world = createWorld({
      saysDate: true,
      issue: (call) => {
        if (refused === 'request') return hour
        asked.push(world.clock.monotonic())
        return busyOnce(call) ?? hour
      },
      answer: (bearer, { operation }) => {
        const answered = json(operation.startsWith('stocks') ? { resources: [] } : bearer)
        if (refused === 'authenticate') return answered
        return busyOnce(asked.push(world.clock.monotonic())) ?? answered
      },
    })
    begin(world)
    for (let n = 0; n < 1000; n++) {
      world.clock.wake()
      world.clock.advance(100)
    }
    expect(asked[0]).toBeLessThan(second)
    expect(asked[1]).toBeGreaterThanOrEqual((asked[0] ?? NaN) + 90 * second)
    expect(asked[1]).toBeLessThan((asked[0] ?? NaN) + 92 * second)
  })
})
