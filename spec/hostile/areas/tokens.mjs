// Tokens that are none, dead, or refused; and how often a client asks for the next one.
import assert from 'node:assert/strict'
import { secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawServer, tokenAnswer } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const { createClient, createVirtualClock, isTransient } = rxbank
const { firstValueFrom, merge, NEVER, of, Subject, throwError } = rxjs
const alive = 'reliability.md: never a dead token: a token that is handed out lives'
const shared = 'README: however many requests wait for a token, there is one authentication'
const spared = 'tokens.md: a service that refuses every token is not asked for one after the other'
const identities = 'tokens.md: takes exactly one of these; anything else is a ConfigError, thrown at once'

const noToken = {
  'no token': { access_token: undefined },
  'an empty token': { access_token: '' },
  'a number': { access_token: 5 },
  null: { access_token: null },
  'a header of its own': { access_token: `${token}\r\nX-Evil: 1` },
  'a line feed': { access_token: `${token}\n` },
  'a null byte': { access_token: `${token}\u0000` },
  'letters beyond Latin-1': { access_token: `${token}ж` },
  'no end': { expires_at: undefined },
  'an end of null': { expires_at: null },
  'an end in digits': { expires_at: 4102444800 },
  'an end without a zone': { expires_at: '2999-01-01T00:00:00' },
  'an end in words': { expires_at: 'in two hours' },
  'an end beyond all days': { expires_at: '+275760-09-13T00:00:00.001Z' },
  'no user': { user: undefined },
  'a user without uuid': { user: {} },
  'a user by a path': { user: { uuid: '../../evil' } },
}

const refusals = {
  400: [400, 'AuthenticationError'],
  401: [401, 'AuthenticationError'],
  403: [403, 'AuthenticationError'],
  404: [404, 'StatusError'],
  302: [302, 'StatusError'],
  500: [500, 'StatusError', 'TokenUnavailable'],
  503: [503, 'StatusError', 'TokenUnavailable'],
}

/** A bank in memory under a virtual clock, which counts; `respond` gets the request and how often each path was asked. */
const timed = (respond, config = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const counts = {}
  const http = (request) => {
    const { pathname } = new URL(request.url)
    counts[pathname] = (counts[pathname] ?? 0) + 1
    const { status = 200, body = {}, headers = {} } = respond(pathname, counts[pathname], clock, request)
    return of({ status, headers, body: JSON.stringify(body) })
  }
  const client = createClient({
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: secret,
    clock,
    http,
    ...config,
  })
  const authentications = () => counts['/v2/authenticate'] ?? 0
  return { client, clock, counts, authentications, user: client.user({ externalUserId: 'A6J' }) }
}
const isAuthentication = (path) => path === '/v2/authenticate'
const living = (clock, ms = 7_200_000) => ({ ...tokenAnswer, expires_at: new Date(clock.wall() + ms).toISOString() })
const rows = { body: { resources: [], pagination: {} } }

const lives = {
  'dead for a year': -365 * 86_400_000,
  'dead for a second': -1000,
  'dead now': 0,
  'a millisecond': 1,
  'a second': 1000,
  'nine hundred years': 900 * 365 * 86_400_000,
}

const strangers = {
  nobody: {},
  null: null,
  'a text': 'A6J',
  'two ways': { externalUserId: 'A6J', userUuid: tokenAnswer.user.uuid },
  'an email without password': { email: 'a@b.example' },
  'a password without email': { password: secret },
  'no uuid': { userUuid: 'A6J' },
  'an empty id': { externalUserId: '' },
  'a number': { externalUserId: 5 },
  'an array': { externalUserId: ['A6J'] },
  'a misspelt field': { externalUserID: 'A6J', password: secret },
  'a field more': { externalUserId: 'A6J', clientSecret: secret },
  'an heir of one': Object.create({ externalUserId: 'A6J' }),
  'no stream': { token$: 5 },
  'a promise': { token$: Promise.resolve() },
}

const sources = {
  'nothing, ever': [NEVER, 'TokenUnavailable'],
  'no token': [of('t0k3n'), 'ConfigError'],
  null: [of(null), 'ConfigError'],
  'a token that is no secret': [of({ ...tokenAnswer, expires_at: new Date(9e12) }), 'ConfigError'],
  'an end': [of(), 'TokenUnavailable'],
  'an error of theirs': [throwError(() => new RangeError('theirs')), 'RangeError'],
}

export const cases = [
  ...table('README: DecodeError: the answer is not what the codec expects', 'given', noToken, async (fields, after) => {
    const bank = await rawServer(after, ({ path }) =>
      answer(isAuthentication(path) ? { ...tokenAnswer, ...fields } : rows.body),
    )
    await failure(victimsUser(after, bank.origin).items.pages(), 'DecodeError', 'ConfigError', 'NetworkError')
    assert.ok(bank.seen.every(({ head }) => !/^x-evil/im.test(head)))
  }),
  ...table(
    'errors.md: AuthenticationError: the service refused to give a token',
    'refused with',
    refusals,
    async ([status, ...tags], after) => {
      const bank = await rawServer(after, () => answer({ type: 'x', message: secret }, { status: `${status} No` }))
      const clock = createVirtualClock()
      const ended = failure(victimsUser(after, bank.origin, { clock }).items.pages(), ...tags)
      let over = false
      const stop = () => (over = true)
      ended.then(stop, stop)
      for (let n = 0; n < 1000 && !over; n++) {
        clock.advance(100)
        await new Promise(setImmediate)
      }
      await ended
      assert.ok(bank.seen.every(({ path }) => isAuthentication(path)) && bank.seen.length < 12)
    },
  ),
  ...table(alive, 'a token that is', lives, async (ms) => {
    const { client, clock, user, authentications } = timed((path, count, clock, { headers }) => {
      if (isAuthentication(path)) return { body: living(clock, ms) }
      assert.ok(ms > 0, `a dead token was sent: ${Object.keys(headers)}`)
      return rows
    })
    const tokens = []
    client.user({ externalUserId: 'A6J' }).token$.subscribe({ next: (one) => tokens.push(one), error: () => undefined })
    user.items.pages().subscribe({ error: () => undefined })
    clock.advance(60_000)
    assert.ok(tokens.every(({ expires_at }) => expires_at.getTime() > Date.UTC(2026, 0, 1)))
    assert.ok(authentications() <= 61, `${authentications()} authentications in a minute`)
  }),
  ...table(identities, 'a user who is', strangers, (identity, after) => {
    const client = victim(after, 'https://bank.example')
    assert.throws(
      () => client.user(identity),
      (error) => error._tag === 'ConfigError' && !error.message.includes(secret),
    )
  }),
  ...table('tokens.md: tokens from your own source', 'a source that gives', sources, async ([token$, tag]) => {
    const { client, clock } = timed(() => rows)
    const ended = outcome(client.user({ token$ }).items.pages())
    clock.advance(31_000)
    assert.equal((await ended).end, tag)
  }),
  ...family(shared, {
    'five hundred requests at once': async () => {
      const { client, authentications } = timed((path, count, clock) =>
        isAuthentication(path) ? { body: living(clock) } : rows,
      )
      const asked = Array.from({ length: 500 }, () => client.user({ externalUserId: 'A6J' }).items.pages())
      await rxjs.lastValueFrom(merge(...asked))
      assert.equal(authentications(), 1)
    },
    'a hundred subscribers, of which one stays': async (after) => {
      const bank = await rawServer(after, () => void 0)
      const { token$ } = victimsUser(after, bank.origin)
      const all = Array.from({ length: 100 }, () => token$.subscribe())
      await bank.next('asked')
      all.slice(1).forEach((one) => one.unsubscribe())
      for (const socket of bank.sockets) socket.write(answer(tokenAnswer))
      await firstValueFrom(token$)
      all[0].unsubscribe()
      assert.equal(bank.seen.length, 1)
    },
    'subscribers who come and go in one turn': async () => {
      const { user, authentications } = timed((path, count, clock) =>
        isAuthentication(path) ? { body: living(clock) } : rows,
      )
      for (let n = 0; n < 1000; n++) user.token$.subscribe().unsubscribe()
      assert.equal(authentications(), 1)
    },
    'one who invalidates as often as there is a token': async () => {
      const { client, clock, authentications } = timed((path, count, clock) =>
        isAuthentication(path) ? { body: living(clock) } : rows,
      )
      const user = client.user({ externalUserId: 'A6J' })
      const going = user.token$
        .pipe(rxjs.take(1000))
        .subscribe(() => clock.scheduler.schedule(() => user.invalidate(), 1))
      clock.advance(1000)
      going.unsubscribe()
      assert.ok(authentications() <= 1001)
    },
  }),
  ...family(spared, {
    'a thousand requests in ten minutes, each refused': async () => {
      const { user, clock, authentications } = timed((path, count, clock) =>
        isAuthentication(path) ? { body: living(clock) } : { status: 401 },
      )
      for (let n = 0; n < 1000; n++) {
        user.items.pages().subscribe({ error: () => undefined })
        clock.advance(600)
      }
      assert.ok(authentications() <= 8, `${authentications()} authentications`)
    },
    'each second token is refused': async () => {
      const { user, clock, authentications } = timed((path, count, clock) =>
        isAuthentication(path) ? { body: living(clock) } : count % 2 ? { status: 401 } : rows,
      )
      for (let n = 0; n < 100; n++) user.items.pages().subscribe({ error: () => undefined })
      clock.advance(60_000)
      assert.ok(authentications() <= 101)
    },
    'an authentication that is told to wait an hour': async () => {
      const { user, clock, authentications } = timed(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
      const seen = []
      user.token$.subscribe({ error: (error) => seen.push(error) })
      clock.advance(3_599_000)
      assert.deepEqual([authentications(), seen.filter((error) => !isTransient(error)).length], [1, 0])
      clock.advance(60_000)
      assert.equal(authentications(), 2)
    },
    'a source that gives ten thousand refused tokens at once': async () => {
      const { client, clock, counts } = timed(() => ({ status: 401 }))
      const { decode, accessToken } = rxbank
      const made = decode(accessToken, living(clock)).right
      const token$ = new Subject()
      const ended = outcome(client.user({ token$ }).items.pages())
      for (let n = 0; n < 10_000; n++) token$.next(made)
      clock.advance(31_000)
      assert.ok(['StatusError', 'TokenUnavailable'].includes((await ended).end) && counts['/v2/items'] <= 2)
    },
  }),
]
