import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { defer, NEVER, Observable, of, config as rxjs, Subject, throwError } from 'rxjs'
import { createVirtualClock, redact } from '../../../lib/index.js'
import { createWebhooks, type WebhookEvent } from '../../../lib/node.js'
import { hmac, receiving, refreshed, request, secret, start, userUuid } from './webhooks.js'

const other = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('createWebhooks', () => {
  it('tells what a service has signed, and answers 200 without a word', async () => {
    const { handler, events, reasons } = receiving()
    const answer = await handler(request())
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, '', 'no-store'])
    expect(events).toEqual([
      {
        _tag: 'ItemRefreshed',
        type: 'item.refreshed',
        timestamp: new Date(start),
        content: { full_refresh: true, item_id: 7984384, status_code: 0, status_code_info: 'OK', user_uuid: userUuid },
      },
    ])
    expect(reasons).toEqual([])
  })

  it.each([
    ['a forged signature', { signature: `v1=${hmac(refreshed(), 'other')}` }, 401, 'forged'],
    [
      'a signature of another body',
      { body: refreshed(start + 1), signature: `v1=${hmac(refreshed())}` },
      401,
      'forged',
    ],
    ['no signature', { signature: null }, 401, 'unsigned'],
    ['an empty signature', { signature: '' }, 401, 'forged'],
    ['another scheme alone', { signature: `v2=${hmac(refreshed())}` }, 401, 'forged'],
    ['a GET', { method: 'GET' }, 405, 'method'],
    ['a DELETE', { method: 'DELETE' }, 405, 'method'],
    ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415, 'contentType'],
    ['JSON of another name', { headers: { 'Content-Type': 'application/jsonp' } }, 415, 'contentType'],
    ['a compressed body', { headers: { 'Content-Encoding': 'gzip' } }, 415, 'contentType'],
    ['what is no JSON', { body: '{"type":"item.cre' }, 400, 'malformed'],
    ['an empty body', { body: '' }, 400, 'malformed'],
    ['JSON that is no object', { body: '["item.created"]' }, 400, 'malformed'],
    ['an object without a type', { body: '{"content":{}}' }, 400, 'malformed'],
    ['a type that is no text', { body: '{"type":1}' }, 400, 'malformed'],
    ['an empty type', { body: '{"type":""}' }, 400, 'malformed'],
    ['what is no UTF-8', { body: Uint8Array.from(Buffer.from('{"type":"\xff"}', 'latin1')) }, 400, 'malformed'],
    ['a body beyond the limit', { body: JSON.stringify({ type: 'x', content: 'x'.repeat(65_536) }) }, 413, 'tooLarge'],
  ])('refuses %s', async (_, post, status, reason) => {
    const { handler, events, reasons } = receiving()
    const answer = await handler(request(post))
    expect([answer.status, await answer.text(), reasons, events]).toEqual([status, '', [reason], []])
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
  })

  it.each([
    ['application/json; charset=utf-8'],
    ['Application/JSON'],
    ['application/vnd.bridge+json'],
    ['application/json ;'],
  ])('takes JSON that is called %s', async (type) => {
    expect(await receiving().post({ headers: { 'Content-Type': type } })).toBe(200)
  })

  it('takes a body of which nothing is said', async () => {
    const { handler, events } = receiving()
    const bare = request({ headers: { 'Content-Encoding': 'Identity' } })
    bare.headers.delete('content-type')
    expect([(await handler(bare)).status, events.length]).toEqual([200, 1])
  })

  it('takes a body with a byte order mark, which is signed with it', async () => {
    const { post, events } = receiving()
    const body = `\ufeff${refreshed()}`
    expect(await post({ body })).toBe(200)
    expect(await post({ body, signature: `v1=${hmac(refreshed())}` })).toBe(401)
    expect(events.length).toBe(1)
  })

  it('takes a body of just the limit', async () => {
    const { post, events } = receiving({ maxBodySize: refreshed().length })
    expect(await post()).toBe(200)
    expect(await post({ body: `${refreshed()} ` })).toBe(413)
    expect(events.length).toBe(1)
  })

  it.each([
    ['at the limit, where it says that it is short', '12', 5],
    ['before it begins, where it says that it is too long', '65537', 0],
  ])('stops reading a body %s', async (_, length, chunks) => {
    const { handler, reasons } = receiving()
    let pulled = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(16_384))
        },
        cancel: () => {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'BridgeApi-Signature': 'v1=00', 'Content-Length': length }
    const endless = new Request('https://app.example', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect((await handler(endless)).status).toBe(413)
    expect([pulled, isCancelled, reasons]).toEqual([chunks, chunks > 0, ['tooLarge']])
  })

  it('keeps the bytes of a body, and none of the chunks that they come in', async () => {
    const { handler } = receiving()
    const bytes = Buffer.from(refreshed())
    const one = new Uint8Array(1)
    let at = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (at === bytes.length) controller.close()
          else controller.enqueue(at === 0 ? bytes.subarray(0, 1) : one.fill(bytes[at] as number))
          at++
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'BridgeApi-Signature': `v1=${hmac(bytes)}` }
    const dripping = new Request('https://app.example', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    expect((await handler(dripping)).status).toBe(200)
  })

  it('waits for a body for its time', async () => {
    const { handler, clock, reasons } = receiving({ timeout: 5000 })
    let isCancelled = false
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true
      },
    })
    const headers = { 'BridgeApi-Signature': 'v1=00' }
    const silent = new Request('https://app.example', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    const answer = handler(silent)
    clock.advance(5000)
    expect([(await answer).status, isCancelled, reasons, clock.pending()]).toEqual([408, true, ['tooSlow'], 0])
  })

  it.each<readonly [string, (body: string) => Readable, number, ReadonlyArray<string>]>([
    ['is paused', (body) => Readable.from([Buffer.from(body)], { objectMode: false }).pause(), 200, []],
    [
      'is read as text',
      (body) => Readable.from([Buffer.from(body)], { objectMode: false }).setEncoding('utf8'),
      400,
      ['unreadable'],
    ],
    [
      'fails',
      () =>
        new Readable({
          read() {
            this.destroy(new Error('over'))
          },
        }),
      400,
      ['unreadable'],
    ],
  ])('answers if the request of Node %s', async (_, message, status, reasons) => {
    const webhooks = receiving()
    const body = refreshed()
    const headers = { 'BridgeApi-Signature': `v1=${hmac(body)}` }
    const bare = new Request('https://app.example', { method: 'POST', headers })
    expect((await webhooks.handler(bare, message(body))).status).toBe(status)
    expect(webhooks.reasons).toEqual(reasons)
  })

  it('says that a body was read before', async () => {
    const { handler, reasons } = receiving()
    const read = request()
    await read.text()
    const locked = request()
    locked.body?.getReader()
    const begun = request()
    const reader = begun.body?.getReader()
    await reader?.read()
    reader?.releaseLock()
    for (const each of [read, locked, begun]) expect((await handler(each)).status).toBe(400)
    expect(reasons).toEqual(['unreadable', 'unreadable', 'unreadable'])
  })

  it('lets a thousand bodies arrive at a time', async () => {
    const { handler, post, clock, reasons } = receiving()
    const headers = { 'BridgeApi-Signature': 'v1=00' }
    const never = () =>
      new Request('https://app.example', {
        method: 'POST',
        headers,
        body: new ReadableStream(),
        duplex: 'half',
      } as RequestInit)
    const waiting = Array.from({ length: 1000 }, () => handler(never()))
    expect(await post()).toBe(503)
    clock.advance(10_000)
    await Promise.all(waiting)
    expect([await post(), reasons.filter((reason) => reason !== 'tooSlow')]).toEqual([200, ['busy']])
  })

  it('answers even what is no request', async () => {
    const { handler, reasons } = receiving()
    expect((await handler(undefined as never)).status).toBe(500)
    expect(reasons).toEqual(['failed'])
  })

  it('tells an event but once', async () => {
    const { post, events, reasons } = receiving()
    expect([await post(), await post(), await post({ body: refreshed(start + 1) }), await post()]).toEqual([
      200, 200, 200, 200,
    ])
    expect([events.length, reasons]).toEqual([2, ['repeated', 'repeated']])
  })

  it('is not made to forget an event by a forger', async () => {
    const { post, events } = receiving()
    expect(await post({ signature: 'v1=00' })).toBe(401)
    expect([await post(), events.length]).toEqual([200, 1])
  })

  it('takes an event for two days, as long as it may be sent again, and while it does remembers it', async () => {
    const { post, clock, events, reasons } = receiving()
    const age = 48 * 3_600_000
    expect([await post({ body: refreshed(start - age) }), await post({ body: refreshed(start - age - 1) })]).toEqual([
      200, 200,
    ])
    expect([events.length, reasons.splice(0)]).toEqual([1, ['stale']])
    await post({ body: refreshed(start + age) })
    clock.advance(2 * age)
    await post({ body: refreshed(start + age) })
    clock.advance(1)
    await post({ body: refreshed(start + age) })
    expect([events.length, reasons]).toEqual([2, ['repeated', 'stale']])
  })

  it('takes no event from the far future', async () => {
    const { post, reasons } = receiving({ maxAge: 1000 })
    await post({ body: refreshed(start + 1001) })
    expect(reasons).toEqual(['stale'])
  })

  it.each([
    ['user.deleted', 'UserDeleted', { user_uuid: userUuid }],
    ['item.deleted', 'ItemDeleted', { item_id: 1, user_uuid: userUuid }],
  ])(
    'loses no %s, however old it is: the service may have failed to deliver it for long',
    async (type, tag, content) => {
      const stored: Array<string> = []
      const { post, reasons, events, clock } = receiving({
        storeEvent: ({ _tag }) => of(stored.push(_tag)),
      })
      const bodyOf = (given: object, timestamp: number) => JSON.stringify({ content: given, timestamp, type })
      for (const timestamp of [0, start - 172_800_001, start + 172_800_001]) {
        expect(await post({ body: bodyOf(content, timestamp) })).toBe(200)
        clock.advance(0)
      }
      expect([stored, events.map(({ _tag }) => _tag), reasons]).toEqual([[tag, tag, tag], [tag, tag, tag], []])
      // A repetition, a forgery, and an event that says nothing of what was deleted are refused as ever.
      await post({ body: bodyOf(content, 0) })
      await post({ body: bodyOf(content, 1), signature: `v1=${hmac(bodyOf(content, 1), 'f0rged')}` })
      await post({ body: bodyOf({ item_id: 'all' }, 0) })
      expect([stored.length, reasons]).toEqual([3, ['repeated', 'forged', 'invalidDeletion']])
    },
  )

  it('takes events of any age if it is told to, and those that have none', async () => {
    const forever = receiving({ maxAge: Infinity })
    await forever.post({ body: refreshed(0) })
    await forever.post({ body: refreshed(0) })
    const ageless = receiving({ maxAge: 1 })
    await ageless.post({ body: '{"type":"TEST_EVENT"}' })
    expect([forever.events.length, forever.reasons, ageless.events]).toEqual([
      1,
      ['repeated'],
      [{ _tag: 'TestEvent', type: 'TEST_EVENT' }],
    ])
  })

  it('knows both secrets of a rotation, however they come', async () => {
    const { post, events } = receiving({ secrets: [redact('new'), 'old'] })
    const bodies = [start, start + 1, start + 2].map((time) => refreshed(time))
    const [first = '', second = '', third = ''] = bodies
    expect(await post({ body: first, signature: `v1=${hmac(first, 'old')}` })).toBe(200)
    expect(await post({ body: second, signature: `v1=${hmac(second, 'new')}` })).toBe(200)
    expect(await post({ body: third, signature: `v1=${hmac(third, 'gone')},v1=${hmac(third, 'old')}` })).toBe(200)
    expect(await post({ body: third, signature: `v1=${hmac(third, 'gone')}` })).toBe(401)
    expect(events.length).toBe(3)
  })

  it('takes no event twice that comes under the one secret and then the other', async () => {
    const { post, reasons } = receiving({ secrets: ['new', 'old'] })
    await post({ signature: `v1=${hmac(refreshed(), 'old')}` })
    await post({ signature: `v1=${hmac(refreshed(), 'new')}` })
    expect(reasons).toEqual(['repeated'])
  })

  it('goes by the last address of the header, if it is told to', async () => {
    const { post, events, reasons } = receiving({ addresses: ['63.32.31.5', '52.215.247.62'] })
    const from = (addresses: string) => ({ headers: { 'X-Forwarded-For': addresses } })
    expect(await post(from('63.32.31.5, 203.0.113.7'))).toBe(401)
    expect(await post(from('63.32.31.50'))).toBe(401)
    expect(await post()).toBe(401)
    expect(reasons).toEqual(['address', 'address', 'address'])
    expect(await post(from('203.0.113.7, 52.215.247.62'))).toBe(200)
    expect(events.length).toBe(1)
  })

  it('tells those of a user, also of types that are not known', async () => {
    const { post, eventsOfUser } = receiving()
    const seen: Array<string> = []
    eventsOfUser(userUuid.toUpperCase()).subscribe(({ _tag }) => seen.push(_tag))
    const say = (type: string, uuid: string, more = '') =>
      post({ body: `{"type":"${type}","content":{"user_uuid":"${uuid}"${more}}}` })
    await say('item.created', other)
    await say('user.renamed', userUuid.toUpperCase())
    await say('item.created', userUuid)
    await post()
    await post({ body: '{"type":"item.created","content":null}' })
    await post({ body: '{"type":"item.created","content":{"user_uuid":5}}' })
    expect(seen).toEqual(['UnknownEvent', 'InvalidEvent', 'ItemRefreshed'])
  })

  it('tells those of an item', async () => {
    const { post, eventsOfItem } = receiving()
    const seen: Array<string> = []
    eventsOfItem(7984384).subscribe(({ type }) => seen.push(type))
    await post()
    await post({ body: '{"type":"item.created","content":{"item_id":7984384}}' })
    await post({ body: '{"type":"item.created","content":{"item_id":7984385}}' })
    await post({ body: '{"type":"TEST_EVENT"}' })
    expect(seen).toEqual(['item.refreshed', 'item.created'])
  })

  it('errors for whom there cannot be', () => {
    const { eventsOfUser, eventsOfItem } = receiving()
    const errors: Array<unknown> = []
    const note = { error: (error: unknown) => errors.push(error) }
    eventsOfUser('A6J').subscribe(note)
    eventsOfItem(-1).subscribe(note)
    const issue = (path: string, expected: string): unknown =>
      expect.objectContaining({ _tag: 'ConfigError', issues: [{ path, expected }] })
    expect(errors).toEqual([issue('/userUuid', 'UUID'), issue('/itemId', 'id')])
  })

  it('is hot: what nobody hears is answered and lost', async () => {
    const { handler, events$ } = createWebhooks({ secrets: [secret], clock: createVirtualClock({ start }) })
    expect((await handler(request())).status).toBe(200)
    const seen: Array<unknown> = []
    events$.subscribe((event) => seen.push(event))
    await handler(request())
    expect(seen).toEqual([])
  })

  it('answers, and tells the others, if a subscriber throws', async () => {
    const thrown: Array<unknown> = []
    rxjs.onUnhandledError = (error) => thrown.push(error)
    const { handler, events$ } = createWebhooks({ secrets: [secret], clock: createVirtualClock({ start }) })
    const failure = new Error('broken')
    const seen: Array<string> = []
    events$.subscribe(() => {
      throw failure
    })
    events$.subscribe(({ _tag }) => seen.push(_tag))
    const answers = await Promise.all([handler(request()), handler(request({ body: refreshed(start + 1) }))])
    await new Promise((resolve) => setTimeout(resolve))
    rxjs.onUnhandledError = null
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([thrown, seen]).toEqual([
      [failure, failure],
      ['ItemRefreshed', 'ItemRefreshed'],
    ])
  })

  it('answers before it tells, by the clock of the machine', async () => {
    const { handler, events$ } = createWebhooks({ secrets: [secret] })
    const order: Array<string> = []
    const reported = new Promise<void>((resolve) => {
      events$.subscribe(() => {
        order.push('reported')
        resolve()
      })
    })
    await handler(request({ body: refreshed(Date.now()) }))
    order.push('answered')
    await reported
    expect(order).toEqual(['answered', 'reported'])
  })

  it('shows no secret, and nothing of a body that it refuses', async () => {
    const webhooks = receiving()
    const refused: Array<unknown> = []
    webhooks.refusals$.subscribe((refusal) => refused.push(refusal))
    await webhooks.post({ body: '{"type":5,"C4N4RY":1}' })
    expect(inspect([webhooks, refused], { depth: 9, showHidden: true })).not.toContain('C4N4RY')
    expect(refused).toEqual([{ reason: 'malformed', time: new Date(start) }])
  })

  it('gives streams that nobody else can feed', () => {
    const { events$, refusals$ } = createWebhooks({ secrets: [secret] })
    for (const stream of [events$, refusals$])
      expect([stream instanceof Observable, 'next' in stream]).toEqual([true, false])
  })

  it('answers once an event was kept, and takes it again if it was not', async () => {
    const kept: Array<WebhookEvent> = []
    let fails = true
    const storeEvent = (event: WebhookEvent) =>
      defer(() => (fails ? throwError(() => new Error('unavailable')) : of(kept.push(event))))
    const { post, clock, events, reasons } = receiving({ storeEvent })
    expect([await post(), await post()]).toEqual([503, 503])
    fails = false
    expect([await post(), await post()]).toEqual([200, 200])
    clock.advance(0)
    expect([kept.length, events.length, reasons]).toEqual([1, 1, ['notStored', 'notStored', 'repeated']])
    expect(kept).toEqual(events)
  })

  it('does not answer before an event was kept, and keeps and tells it once if it came twice meanwhile', async () => {
    const done = new Subject<void>()
    let keeps = 0
    const storeEvent = () => {
      keeps++
      return done
    }
    const { handler, clock, events, reasons } = receiving({ storeEvent })
    const answers: Array<number> = []
    const both = [1, 2].map(() => handler(request()).then(({ status }) => answers.push(status)))
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    expect([answers, events, keeps]).toEqual([[], [], 1])
    done.complete()
    await Promise.all(both)
    clock.advance(0)
    expect([answers, events.length, reasons]).toEqual([[200, 200], 1, ['repeated']])
  })

  it.each<readonly [string, () => unknown, unknown]>([
    ['never completes', () => NEVER, new Error('storeEvent did not complete within 1000 ms')],
    ['rejects', () => Promise.reject(new Error('C4N4RY')), new Error('C4N4RY')],
    ['gives nothing to wait for', () => undefined, expect.any(TypeError)],
    [
      'throws',
      () => {
        throw new Error('C4N4RY')
      },
      new Error('C4N4RY'),
    ],
  ])('answers 503 and reports the error, if storeEvent %s', async (_, keep, cause) => {
    let keeps = 0
    const counted = () => {
      keeps++
      return keep() as Observable<unknown>
    }
    const { handler, clock, errors, events, refusals } = receiving({ storeEvent: counted, timeout: 1000 })
    const answer = handler(request())
    while (keeps === 0) await new Promise(setImmediate)
    await new Promise(setImmediate)
    clock.advance(1000)
    const { status } = await answer
    expect([status, events, clock.pending()]).toEqual([503, [], 0])
    expect(refusals).toMatchObject([{ reason: 'notStored', cause }])
    expect(errors).toEqual([cause])
  })

  it('prints the error by default', async () => {
    const printed = jest.spyOn(console, 'error').mockReturnValue(undefined)
    const failure = new TypeError('datbase is not defined')
    const { post } = receiving({ onError: undefined, storeEvent: () => throwError(() => failure) } as never)
    expect(await post()).toBe(503)
    expect(printed.mock.calls).toEqual([[failure]])
    printed.mockRestore()
  })

  it('keeps nothing that is forged', async () => {
    let keeps = 0
    const { post } = receiving({ storeEvent: () => of(keeps++) })
    expect([await post({ signature: `v1=${hmac(refreshed(), 'other')}` }), keeps]).toEqual([401, 0])
  })
})
