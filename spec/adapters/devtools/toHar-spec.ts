import { toHar } from '../../../lib/devtools.js'
import { inspected } from '../../helpers/inspected.js'

/** The required fields of HAR 1.2, by the section of its specification. */
const required = {
  log: ['version', 'creator', 'entries'],
  creator: ['name', 'version'],
  entry: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
    'bodySize',
  ],
  content: ['size', 'mimeType'],
  timings: ['send', 'wait', 'receive'],
}

const run = () => {
  const all = inspected({ random: () => 0.5 })
  all.sandbox.faults.add({ kind: 'status', status: 503, on: 'transactions' })
  all.sandbox.faults.add({ kind: 'latency', ms: 40, on: 'transactions', times: Infinity })
  all.user.transactions.pages({ limit: 500 }).subscribe()
  all.clock.advance(20_000)
  return toHar(all.now())
}

describe('toHar', () => {
  it('has every field that HAR 1.2 requires', () => {
    const { log } = run()
    const lacks = (value: object, section: keyof typeof required) =>
      required[section].filter((name) => !(name in value))
    expect(log.version).toBe('1.2')
    expect([...lacks(log, 'log'), ...lacks(log.creator, 'creator')]).toStrictEqual([])
    expect(log.entries.length).toBe(4)
    for (const entry of log.entries) {
      const { request, response, timings } = entry
      const lacking = [
        lacks(entry, 'entry'),
        lacks(request, 'request'),
        lacks(response, 'response'),
        lacks(response.content, 'content'),
        lacks(timings, 'timings'),
      ]
      expect(lacking.flat()).toStrictEqual([])
      expect(entry.startedDateTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(entry.time).toBe(timings.send + timings.wait + timings.receive)
      expect(new URL(request.url).hostname).toBe('redacted.invalid')
    }
  })

  it('has one entry for each attempt, in order, with its cause', () => {
    const { log } = run()
    expect(
      log.entries.map(({ _request, _attempt, response, _cause }) => [_request, _attempt, response.status, _cause]),
    ).toStrictEqual([
      [1, 1, 503, 'not known'],
      [2, 1, 200, 'needed first by request 1'],
      [1, 2, 200, 'not known'],
      [3, 1, 200, 'the next page after request 1'],
    ])
    expect(log.entries[3]?.request).toMatchObject({
      method: 'GET',
      url: 'https://redacted.invalid/transactions.list?page=2',
      queryString: [{ name: 'page', value: '2' }],
    })
  })

  it('has status 0 if there is no response', () => {
    const all = inspected()
    all.sandbox.faults.add({ kind: 'latency', ms: 40, on: 'banks' })
    all.client.banks.pages().subscribe().unsubscribe()
    expect(toHar(all.now()).log.entries).toMatchObject([{ time: 0, response: { status: 0 } }])
  })
})
