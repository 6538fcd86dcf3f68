import { none, some } from 'fp-ts/lib/Option.js'
import { describeEvent } from '../../../lib/adapters/devtools/reduceInspection.js'
import { type ClientEvent, StatusError } from '../../../lib/index.js'

const time = new Date(Date.UTC(2026, 0, 15, 12))
const base = { time, request: 1, operation: 'transactions.updated' }

const statusError = (status: number): StatusError =>
  new StatusError({ operation: base.operation, page: none, status, type: none, detail: none, retryAfter: none })

const polled = (status: number): ClientEvent => ({
  ...base,
  _tag: 'Polled',
  watcher: 1,
  error: some(statusError(status)),
  delay: 90_000,
  checkpoint: none,
})

describe('describeEvent', () => {
  it('tells a service that asks for fewer requests from one that fails', () => {
    expect([polled(429), polled(503)].map((event) => describeEvent(event)?.kind)).toStrictEqual(['limited', 'failure'])
    expect(describeEvent(polled(429))?.text).toBe('watcher 1: StatusError 429, next attempt in 1 min 30 s')
    const failed = (status: number): ClientEvent => ({
      ...base,
      _tag: 'TokenFailed',
      error: statusError(status),
      delay: none,
    })
    expect([failed(429), failed(503)].map((event) => describeEvent(event)?.kind)).toStrictEqual(['limited', 'failure'])
  })

  it('counts the issues of a row', () => {
    const issue = { path: '/amount', expected: 'a number' }
    const rejected = (count: number): ClientEvent => ({
      ...base,
      _tag: 'RowRejected',
      issues: Array(count).fill(issue),
    })
    expect([1, 2].map((count) => describeEvent(rejected(count))?.text)).toStrictEqual([
      'a row was rejected: 1 issue',
      'a row was rejected: 2 issues',
    ])
  })
})
