import { TestScheduler } from 'rxjs/testing'
import { clientReports, minReportInterval } from '../../../lib/cli/fleet/runWorker.js'
import type { ClientEvent, ClientEventBody, Clock } from '../../../lib/index.js'

const subject = { operation: 'authenticate', request: 1, time: new Date(0) }
const event = (body: ClientEventBody): ClientEvent => ({ ...body, ...subject })

const events = {
  u: event({ _tag: 'TokenStoreFailed', action: 'take', reason: 'unreadable' }),
  l: event({ _tag: 'TokenStoreFailed', action: 'save', reason: 'late' }),
  p: event({ _tag: 'PermitsFailed', reason: 'timeout', delay: 250 }),
  d: event({ _tag: 'TokenStoreFailed', action: 'take', reason: 'outdated' }),
  o: event({ _tag: 'ApiVersionSunset', serviceVersion: '1', date: '2026-01-01' }),
}

const unreadable = (times: number) => ({
  type: 'TokenStoreFailed',
  reason: 'unreadable',
  times,
  error: 'no key of this worker can decrypt them: give all workers the same keys in RXBANK_SEAL_KEYS',
})
const late = (seconds: number) => `the database did not answer within ${String(seconds)} seconds`

const reports = {
  U: unreadable(1),
  V: unreadable(2),
  D: {
    type: 'TokenStoreFailed',
    reason: 'outdated',
    times: 1,
    error: 'tables or migrations of the fleet are missing: run rxbank fleet migrate',
  },
  L: { type: 'TokenStoreFailed', reason: 'late', times: 1, error: late(5) },
  P: { type: 'PermitsFailed', reason: 'timeout', times: 1, error: late(10) },
  Q: { type: 'PermitsFailed', reason: 'timeout', times: 2, error: late(10) },
}

/** What is left of a minute after a number of frames. */
const left = (frames: number): string => ` ${String(minReportInterval - frames)}ms `

describe('what a worker tells of its client', () => {
  it.each([
    ['is the first failure at once, of each reason', 'ulpd-----', 'ULPD-----'],
    ['is nothing of other events', 'o---', '----'],
    ['is what else has failed in a minute, at its end', 'uuu', `U${left(1)}V`],
    ['is nothing more where nothing fails any more', `u${left(1)}-u`, `U${left(1)}-U`],
    ['begins a minute with each report', `uu${left(2)}-u---`, `U${left(1)}U${left(1)}U`],
    ['is counted for each reason', 'upuppu', `UP${left(2)}VQ`],
  ])('%s', (_, given, expected) => {
    const scheduler = new TestScheduler((a, b) => expect(a).toEqual(b))
    const clock: Clock = { scheduler, monotonic: () => scheduler.now(), wall: () => scheduler.now() }
    scheduler.run(({ hot, expectObservable, expectSubscriptions }) => {
      const source = hot(given, events)
      expectObservable(clientReports(source, clock)).toBe(expected, reports)
      expectSubscriptions(source.subscriptions).toBe('^')
    })
  })
})
