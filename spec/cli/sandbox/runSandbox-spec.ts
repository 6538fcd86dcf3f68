import picocolors from 'picocolors'
import { endedRequest, requestJson, requestLine } from '../../../lib/cli/sandbox/runSandbox.js'
import { redact } from '../../../lib/index.js'
import type { JournalEntry } from '../../../lib/sandbox.js'
import { at } from '../../helpers/demoEvents.js'

const entry: JournalEntry = {
  number: 1,
  time: at(0),
  method: 'GET',
  path: '/v2/stocks',
  query: 'client_secret=c4n4ry',
  headers: { 'client-id': 'c4n4ry', authorization: redact('Bearer c4n4ry') },
  body: redact('c4n4ry'),
  route: 'stocks',
  userUuid: undefined,
  faults: [],
  status: 200,
}
const plain = picocolors.createColors(false)
const now = at(1).getTime()

describe('endedRequest', () => {
  it('tells method, path, status and duration, and nothing else', () => {
    const request = endedRequest(entry, now)
    expect(request).toStrictEqual({ time: at(0), method: 'GET', path: '/v2/stocks', status: 200, duration: 1000 })
  })
})

describe('requestLine', () => {
  it('is a line for a person', () => {
    expect(requestLine(endedRequest(entry, now), plain, 80)).toBe(' 12:00:00  200  GET  /v2/stocks  1,000 ms')
  })

  it('is never wider than the terminal', () => {
    const long = endedRequest({ ...entry, path: `/v2/${'x'.repeat(2000)}` }, now)
    expect(requestLine(long, plain, 40)).toHaveLength(40)
  })

  it('lets no path steer the terminal', () => {
    const hostile = endedRequest({ ...entry, path: '/\x1b]0;owned\x07\x9b2J' }, now)
    expect(requestLine(hostile, plain, 80)).toContain('/?]0;owned??2J')
    expect(requestJson(hostile)).toContain('/?]0;owned??2J')
  })

  it('says why there is no status', () => {
    expect(requestLine(endedRequest({ ...entry, status: 'aborted' }, now), plain, 80)).toContain(' aborted GET ')
  })
})

describe('requestJson', () => {
  it('is one line of JSON, without query, headers and body', () => {
    const line = requestJson(endedRequest(entry, now))
    expect(JSON.parse(line)).toStrictEqual({
      time: at(0).toISOString(),
      type: 'Request',
      method: 'GET',
      path: '/v2/stocks',
      status: 200,
      duration: 1000,
    })
    expect(line).not.toContain('c4n4ry')
  })
})
