import { some } from 'fp-ts/lib/Option.js'
import { of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import { type Emit, eventHub } from '../../../lib/base/event/eventHub.js'
import { redact } from '../../../lib/base/Redacted.js'
import type { Http } from '../../../lib/http/Http.js'
import { events } from '../../../lib/http/policies/events.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const request = httpRequest({ number: 7, operation: 'transactions.list', page: some(4) })
const subject = { operation: 'transactions.list', request: 7 }

const observed = (http: (clock: ReturnType<typeof createVirtualClock>) => Http) => {
  const clock = createVirtualClock({ start: 400 })
  clock.advance(600)
  const hub = eventHub(clock)
  const seen: Array<ClientEvent> = []
  hub.events$.subscribe((event) => seen.push(event))
  return { clock, seen, http: events(clock, hub.emit)(http(clock)) }
}

describe('events', () => {
  it('tells of an attempt and of its answer: when, which request, how long it took', () => {
    const { clock, seen, http } = observed((time) => () => {
      time.advance(20)
      return of(json({}, 204))
    })
    http(request).subscribe()
    expect(seen).toStrictEqual([
      { _tag: 'Requested', method: 'GET', page: some(4), ...subject, time: new Date(1000) },
      { _tag: 'Responded', status: 204, duration: 20, ...subject, time: new Date(1020) },
    ])
    expect(clock.monotonic()).toBe(620)
  })

  it('tells of an answer that the status policy refused', () => {
    const { seen, http } = observed((clock) => status(clock)(() => of(json({}, 503))))
    http(request).subscribe({ error: () => undefined })
    expect(seen.map((event) => [event._tag, 'status' in event && event.status])).toEqual([
      ['Requested', false],
      ['Responded', 503],
    ])
  })

  it('tells of no response if there was none', () => {
    const lost = new NetworkError({ ...request, origin: 'https://bank.example', code: some('ECONNRESET') })
    const { seen, http } = observed(() => () => throwError(() => lost))
    const errors: Array<unknown> = []
    http(request).subscribe({ error: (error) => errors.push(error) })
    expect([seen.map(({ _tag }) => _tag), errors]).toEqual([['Requested'], [lost]])
  })

  it('tells of every subscription, for each is an attempt', () => {
    const { seen, http } = observed(() => () => of(json({})))
    const asked = http(request)
    expect(seen).toEqual([])
    asked.subscribe()
    asked.subscribe()
    expect(seen.map(({ _tag }) => _tag)).toEqual(['Requested', 'Responded', 'Requested', 'Responded'])
  })

  it('shows no header, body, query or cursor', () => {
    const hidden = httpRequest({
      url: 'https://bank.example/v2/transactions?after=s3cr3t-canary',
      headers: { Authorization: redact('Bearer s3cr3t-canary') },
      body: some(redact('s3cr3t-canary')),
    })
    const { seen, http } = observed(() => () => of(json({ canary: 's3cr3t-canary' }, 200, { etag: 's3cr3t-canary' })))
    http(hidden).subscribe()
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toContain('s3cr3t-canary')
  })

  it('makes nothing while nobody listens', () => {
    const clock = createVirtualClock()
    const made: Array<unknown> = []
    const hub = eventHub(clock)
    const counting: Emit = (about, body) => {
      hub.emit(about, () => {
        made.push(about)
        return body()
      })
    }
    events(clock, counting)(() => of(json({})))(request).subscribe()
    expect(made).toEqual([])
  })
})
