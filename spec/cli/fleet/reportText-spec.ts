import type { ReportBody } from '../../../lib/cli/fleet/fleetStatus.js'
import { reportText } from '../../../lib/cli/fleet/reportText.js'

const text = (body: ReportBody): string => reportText({ time: new Date(2026, 0, 1, 9, 8, 7), ...body })
const tally = { rounds: 1200, changed: 3, removed: 0, failed: 0, superseded: 0, lag: 250 }

describe('a report for people', () => {
  it.each<[ReportBody, string]>([
    [
      { type: 'Started', worker: 'worker-1', database: 'db/bank', every: 900_000, rounds: 100 },
      'worker-1 is working on db/bank: each user every 15 min 0 s, 100 rounds at once; Ctrl-C to end',
    ],
    [{ type: 'RoundEnded', user: 'A6J', changed: 2, removed: 1 }, 'A6J: 2 changed, 1 removed'],
    [
      { type: 'RoundFailed', user: 'A6J', lane: 'immediate', failures: 1, error: 'no', wait: 4000 },
      'A6J: failed 1 time, next round in 4.0 s: no',
    ],
    [
      { type: 'FeedSuspended', user: 'A6J', feed: 'stocks', reason: 'no' },
      'A6J: stocks are suspended, and retried after six hours or rxbank fleet users retry: no',
    ],
    [
      {
        type: 'BalanceMismatch',
        user: 'A6J',
        account: '7',
        currency: 'EUR',
        reported: '-12.50',
        expected: '0.00',
        difference: '-12.50',
        since: new Date(Date.UTC(2026, 0, 31)),
      },
      'A6J: account 7 has -12.50 EUR, but its transactions give 0.00, since 2026-01-31',
    ],
    [{ type: 'FeedResumed', user: 'A6J', feed: 'stocks' }, 'A6J: stocks are read again'],
    [
      { type: 'UserReplaced', user: 'A6J', uuid: 'a' },
      'A6J: was deleted at the service and created again, as a; everything is read again',
    ],
    ...(
      [
        ['ending', 7, 'ends within 7 days, on 2026-06-30'],
        ['ending', 1, 'ends within 1 day, on 2026-06-30'],
        ['ended', null, 'ended on 2026-06-30'],
        ['renewed', null, 'was renewed, until 2026-06-30'],
      ] as const
    ).map(([change, days, expected]): [ReportBody, string] => [
      { type: 'ConsentReported', user: 'A6J', item: 7, change, days, ends_at: new Date('2026-06-30T00:00:00Z') },
      `A6J: the consent for item 7 ${expected}`,
    ]),
    [
      { type: 'ConsentReported', user: 'A6J', item: 7, change: 'unreadable', days: null, ends_at: null },
      'A6J: the consent for item 7 has an end that is not a time, so its notices cannot be reported',
    ],
    [
      { type: 'ConsentsFailed', error: 'no', delay: 3_600_000 },
      'consents could not be reported, next attempt in 60 min 0 s: no',
    ],
    [{ type: 'UserResumed', user: 'A6J' }, 'A6J: is read again'],
    [{ type: 'UserSuspended', user: 'A6J', reason: 'no' }, 'A6J: suspended, until rxbank fleet users retry: no'],
    [
      { type: 'UserSuspended', user: 'A6J', reason: 'no', wait: 21_600_000 },
      'A6J: suspended, and retried after 6 h 0 min or rxbank fleet users retry: no',
    ],
    [
      { type: 'WorkersDied', workers: ['a', 'b'], rounds: 2 },
      'took over 2 rounds of a, b, which sent no more heartbeats',
    ],
    [{ type: 'RoundsRestored', users: 1 }, '1 user had lost the next round, which is scheduled again'],
    [{ type: 'EngineLost', error: 'gone', delay: 500 }, 'gone; continues in 0.5 s'],
    [
      { type: 'WorkerPaused', failures: 11, error: 'no', delay: 500 },
      '11 rounds in a row failed, this worker returned its rounds; continues in 0.5 s: no',
    ],
    [
      { type: 'TokenStoreFailed', reason: 'unreadable', times: 3, error: 'no key' },
      'tokens in the database could not be used 3 times, and this worker continued without them: no key',
    ],
    [
      { type: 'PermitsFailed', reason: 'timeout', times: 1, error: 'no response' },
      'permits could not be borrowed 1 time, and requests are waiting for them: no response',
    ],
    [{ type: 'Worked', ...tally }, '1,200 rounds, 3 rows changed, at most 0.3 s late'],
    [{ type: 'Worked', ...tally, rounds: 1, changed: 1 }, '1 round, 1 row changed, at most 0.3 s late'],
    [
      { type: 'Ended', ...tally, removed: 1, failed: 2, superseded: 3 },
      'ended after 1,200 rounds, 3 rows changed, 1 removed, 2 failed, 3 taken over by other workers, at most 0.3 s late',
    ],
    [{ type: 'Stopping', reason: 'signal' }, 'stopping: no new rounds are started'],
    [{ type: 'Stopping', reason: 'drain' }, 'the fleet is drained: no new rounds are started'],
  ])('%j', (body, expected) => {
    expect(text(body)).toBe(`09:08:07 ${expected}`)
  })

  it('lets no name steer the terminal', () => {
    expect(text({ type: 'UserSuspended', user: '\x1b[2J', reason: 'no' })).not.toContain('\x1b')
  })
})
