import { requestStory, requestTitle } from '../../../lib/adapters/devtools/requestStory.js'
import { inspected } from '../../helpers/inspected.js'

describe('story', () => {
  it('tells when, why, each attempt, the end, and what it led to', () => {
    const all = inspected({ random: () => 0.5 })
    all.sandbox.faults.add({ kind: 'status', status: 503, on: 'transactions' })
    all.inspector.inspect(all.user.transactions.pages({ limit: 500 }), 'list').subscribe()
    all.clock.advance(5000)
    const [first, , next] = all.now().requests
    if (first === undefined || next === undefined) throw new Error('there are three requests')
    const lines = requestStory(all.now(), first)
    const [, delay = ''] = /next attempt in (\d+) ms/.exec(lines[4]?.text ?? '') ?? []
    expect(requestTitle(first)).toBe('Request 1: transactions.list, page 1')
    expect(lines).toStrictEqual([
      { label: 'started', text: '2026-01-15T12:00:00.000Z' },
      { label: 'cause', text: 'a subscription to list' },
      { label: 'method', text: 'GET' },
      { label: 'priority', text: 'interactive' },
      { label: 'attempt 1', text: `sent after 0 ms; status 503 in 0 ms; StatusError 503, next attempt in ${delay} ms` },
      { label: 'attempt 2', text: `sent after ${delay} ms; status 200 in 0 ms` },
      { label: 'end', text: `answered after ${delay} ms` },
      { label: 'led to', text: 'request 2, authenticate', request: 2 },
      { label: 'led to', text: 'request 3, transactions.list', request: 3 },
    ])
    expect(requestStory(all.now(), next)[1]).toStrictEqual({
      label: 'cause',
      text: 'the next page after request 1',
      request: 1,
    })
  })
})
