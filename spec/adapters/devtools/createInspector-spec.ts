import { inspect as print } from 'node:util'
import { none, some } from 'fp-ts/lib/Option.js'
import { concatMap, of, range, Subject, take, throwError } from 'rxjs'
import { requestStory } from '../../../lib/adapters/devtools/requestStory.js'
import { createInspector, toHar } from '../../../lib/devtools.js'
import { reveal } from '../../../lib/index.js'
import { inspected } from '../../helpers/inspected.js'
import { marbles } from '../../helpers/marbles.js'

const causes = ({ now }: ReturnType<typeof inspected>) =>
  now().requests.map(({ number, operation, cause }) => [number, operation, cause])

describe('createInspector', () => {
  it('knows by the policy what causes which request', () => {
    const all = inspected()
    const { user, inspector, clock } = all
    inspector.inspect(user.transactions.pages({ limit: 500 }), 'list').subscribe()
    clock.advance(10)
    expect(causes(all)).toStrictEqual([
      [1, 'transactions.list', { _tag: 'Stream', name: 'list' }],
      [2, 'authenticate', { _tag: 'Prerequisite', request: 1 }],
      [3, 'transactions.list', { _tag: 'NextPage', request: 1 }],
    ])
    expect(all.now().requests.map(({ outcome }) => outcome)).toStrictEqual(Array(3).fill('answered'))
  })

  it('tells two lists apart that are read at once', () => {
    const all = inspected()
    const { user, inspector, clock, sandbox } = all
    sandbox.faults.add({ kind: 'latency', ms: 50, on: 'transactions', times: Infinity })
    for (const name of ['a', 'b']) inspector.inspect(user.transactions.pages({ limit: 500 }), name).subscribe()
    clock.advance(1000)
    const [a, b, ...pages] = all.now().requests.filter(({ operation }) => operation === 'transactions.list')
    expect([a?.cause, b?.cause]).toStrictEqual([
      { _tag: 'Stream', name: 'a' },
      { _tag: 'Stream', name: 'b' },
    ])
    expect(pages.map(({ cause }) => cause)).toStrictEqual([
      { _tag: 'NextPage', request: a?.number },
      { _tag: 'NextPage', request: b?.number },
    ])
  })

  it('knows what an answer led to, and rounds of watchers', () => {
    const all = inspected()
    const { client, user, clock } = all
    client.banks
      .pages()
      .pipe(
        take(1),
        concatMap(() => client.categories.pages()),
      )
      .subscribe()
    const watching = user.stocks.watchUpdated({ every: 1000 }).subscribe()
    clock.advance(1500)
    watching.unsubscribe()
    expect(causes(all).map(([, ...rest]) => rest)).toStrictEqual([
      ['banks.list', { _tag: 'Unknown' }],
      ['categories.list', { _tag: 'FollowUp', request: 1 }],
      ['stocks.updated', { _tag: 'Poll', watcher: 1 }],
      ['authenticate', { _tag: 'Prerequisite', request: 3 }],
      ['stocks.updated', { _tag: 'Poll', watcher: 1 }],
    ])
    const [watcher] = all.now().watchers
    expect(watcher).toMatchObject({ number: 1, every: 1000, end: some(new Date(clock.wall())), due: none })
    expect(all.now().lanes.find(({ name }) => name === 'Polls')?.marks).toHaveLength(2)
  })

  it('tells pages and polls by the events alone, if there is no policy', () => {
    const all = inspected({}, { policy: false })
    all.user.transactions.pages({ limit: 500 }).subscribe()
    const watching = all.user.stocks.watchUpdated({ every: 1000 }).subscribe()
    all.clock.advance(1500)
    watching.unsubscribe()
    expect(causes(all).map(([, operation, cause]) => [operation, cause])).toStrictEqual([
      ['authenticate', { _tag: 'Unknown' }],
      ['transactions.list', { _tag: 'Unknown' }],
      ['transactions.list', { _tag: 'NextPage', request: 1 }],
      ['stocks.updated', { _tag: 'Poll', watcher: 1 }],
      ['stocks.updated', { _tag: 'Poll', watcher: 1 }],
    ])
    expect(all.now().requests.map(({ outcome }) => outcome)).toStrictEqual(Array(5).fill('open'))
  })

  it('has each attempt, why another followed, and how a request ends that is given up', () => {
    const all = inspected({ random: () => 0.5 })
    all.sandbox.faults.add({ kind: 'status', status: 503, on: 'transactions' })
    all.user.transactions.pages({ limit: 500 }).subscribe()
    all.clock.advance(5000)
    const [request] = all.now().requests
    expect(request?.attempts.map(({ response, retry }) => [response, retry._tag])).toStrictEqual([
      [some({ status: 503, duration: 0 }), 'Some'],
      [some({ status: 200, duration: 0 }), 'None'],
    ])
    expect(request?.attempts[0]?.retry).toMatchObject(some({ error: 'StatusError 503' }))
    all.sandbox.faults.add({ kind: 'latency', ms: 500, on: 'transactions' })
    all.user.transactions.pages().subscribe().unsubscribe()
    expect(all.now().requests.at(-1)).toMatchObject({ outcome: 'unsubscribed', end: some(new Date(all.clock.wall())) })
  })

  it('has a token’s life, and the next one', () => {
    const all = inspected()
    const begin = all.clock.wall()
    all.user.token$.subscribe()
    all.clock.advance(60_000)
    const [first, second] = all.now().tokens
    expect(first).toStrictEqual({ time: new Date(begin), expiresAt: new Date(begin + 60_000), request: 1 })
    expect(second?.time.getTime()).toBeLessThan(begin + 60_000)
  })

  it('marks a budget, a cool-down and a circuit', () => {
    const limits = { application: { requests: 60, per: 60_000 } }
    const all = inspected({ limits, retry: { count: 0 } })
    all.sandbox.faults.add({ kind: 'rate-limit', retryAfter: 1, on: 'banks' })
    all.client.banks.pages().subscribe({ error: () => undefined })
    all.clock.advance(2000)
    const budget = all.now().lanes.find(({ name }) => name === 'Budget')?.marks ?? []
    expect(budget.map(({ kind }) => kind)).toContain('limited')
    expect(budget[0]).toMatchObject({ text: 'application, 59 left', request: some(1) })
    all.sandbox.faults.add({ kind: 'status', status: 500, on: 'banks', times: 20 })
    for (let times = 0; times < 20; times++) all.client.banks.pages().subscribe({ error: () => undefined })
    expect(all.now().lanes.find(({ name }) => name === 'Circuit')?.marks).toMatchObject([
      { kind: 'failure', text: 'open' },
    ])
  })

  it('forgets what was known', () => {
    const all = inspected()
    all.client.banks.pages().subscribe()
    expect(all.now().requests).not.toStrictEqual([])
    all.inspector.clear()
    expect(all.now()).toMatchObject({ requests: [], lanes: [], last: none })
  })

  it('keeps no more than its history of each', () => {
    const all = inspected({}, { history: 3 })
    all.inspector.inspect(range(10), 'numbers').subscribe()
    for (let times = 0; times < 9; times++) all.client.banks.pages().subscribe()
    expect(all.now().requests.length).toBe(3)
    expect(all.now().lanes[0]?.marks.map(({ kind }) => kind)).toStrictEqual(['next', 'next', 'complete'])
    expect(all.now().dropped).toBeGreaterThan(6 + 9)
  })

  it.each([
    [{ history: 0 }, '/history'],
    [{ history: 1.5 }, '/history'],
    [{ history: 10_001 }, '/history'],
    [{ clock: {} }, '/clock'],
    [{ histroy: 5 }, '/histroy'],
  ])('refuses %j', (config, path) => {
    expect(() => createInspector(config as never)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }) as Error,
    )
  })

  it('refuses what is no stream', () => {
    const inspector = createInspector()
    expect(() => inspector.observe([] as never)).toThrow('events$')
    expect(() => inspector.inspect([] as never, 'x')).toThrow('stream$')
    expect(() => inspector.inspect(of(1), 5 as never)).toThrow('name')
  })

  it('has no secret, token, cursor, id of a user or row in it', () => {
    const all = inspected()
    const { credentials, users } = all.sandbox
    const texts: Array<string> = [users[0]?.externalUserId ?? '', ...Object.values(credentials)]
    all.user.token$.subscribe(({ access_token }) => texts.push(reveal(access_token)))
    all.inspector.inspect(all.user.transactions.all({ limit: 500 }), 'rows').subscribe({
      next: ({ description }) => texts.push(String(description)),
      error: () => undefined,
    })
    all.inspector
      .inspect(
        throwError(() => new Error('canary-error')),
        'failing',
      )
      .subscribe({ error: () => undefined })
    all.inspector.inspect(of('canary-value'), 'values').subscribe()
    all.clock.advance(1000)
    const inspection = all.now()
    const reported = [
      print(inspection, { depth: Infinity, maxArrayLength: null }),
      JSON.stringify(toHar(inspection)),
      ...inspection.requests.map((request) => JSON.stringify(requestStory(inspection, request))),
    ].join('\n')
    expect(inspection.lanes.length).toBeGreaterThan(2)
    expect(reported).not.toMatch(/canary|bank\.example|after=|bearer|https?:\/\/(?!redacted\.invalid)/i)
    expect(texts.length).toBeGreaterThan(900)
    for (const text of texts.filter(({ length }) => length > 3)) expect(reported).not.toContain(text)
  })
})

describe('inspect', () => {
  const lane = ({ now }: ReturnType<typeof inspected>) =>
    now()
      .lanes.find(({ isStream }) => isStream)
      ?.marks.map(({ kind, request }) => [kind, request])

  it('marks what a stream does, with the request that each value came of', () => {
    const all = inspected()
    all.inspector.inspect(all.user.transactions.pages({ limit: 500 }), 'pages').subscribe()
    expect(lane(all)).toStrictEqual([
      ['subscribe', none],
      ['next', some(1)],
      ['next', some(3)],
      ['complete', some(3)],
    ])
  })

  it('knows no request if a value is put off', () => {
    const all = inspected()
    const later = new Subject<number>()
    const subscription = all.inspector.inspect(later, 'later').subscribe()
    all.client.banks.pages().subscribe()
    later.next(1)
    subscription.unsubscribe()
    expect(lane(all)).toStrictEqual([
      ['subscribe', none],
      ['next', none],
      ['unsubscribe', none],
    ])
  })

  it('ends a stream that emits without end as soon as it is unsubscribed from', () => {
    const all = inspected()
    const seen: Array<number> = []
    all.inspector
      .inspect(range(1, 1e9), 'endless')
      .pipe(take(2))
      .subscribe((value) => seen.push(value))
    expect(seen).toStrictEqual([1, 2])
    expect(lane(all)?.map(([kind]) => kind)).toStrictEqual(['subscribe', 'next', 'next', 'unsubscribe'])
  })

  it.each(['--a-b-|', '--a-#', '(ab|)', '-----'])('gives %s back unchanged', (diagram) => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold(diagram)
      const { inspect } = createInspector()
      expectObservable(inspect(source, 'source'), '^---------!').toBe(diagram)
      const end = { '--a-b-|': '^-----!', '--a-#': '^---!', '(ab|)': '(^!)', '-----': '^---------!' }[diagram] ?? ''
      expectSubscriptions(source.subscriptions).toBe(end)
    })
  })

  it('cuts a name at 80 characters', () => {
    const all = inspected()
    all.inspector.inspect(of(1), 'x'.repeat(100)).subscribe()
    expect(all.now().lanes[0]?.name).toBe('x'.repeat(80))
  })
})
