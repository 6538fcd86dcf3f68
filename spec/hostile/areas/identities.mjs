// Who a user is, and how often a client asks for a token.
import assert from 'node:assert/strict'
import { secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { codec, rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawServer, tokenResponse } from '../support/rawServer.mjs'
import { isAuthentication, living, rows, timed } from '../support/timedBank.mjs'
import { outcome, victim, victimsUser } from '../support/victim.mjs'

const { isTransient } = rxbank
const { firstValueFrom, merge, Subject } = rxjs
const shared = 'README: however many requests wait for a token, there is one authentication'
const spared = 'tokens.md: a service that refuses every token is not asked for one after the other'
const identities = 'tokens.md: takes exactly one of these; anything else is a ConfigError, thrown at once'

const strangers = {
  nobody: {},
  null: null,
  'a text': 'A6J',
  'two ways': { externalUserId: 'A6J', userUuid: tokenResponse.user.uuid },
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

export const cases = [
  ...table(identities, 'a user who is', strangers, (identity, after) => {
    const client = victim(after, 'https://bank.example')
    assert.throws(
      () => client.user(identity),
      (error) => error._tag === 'ConfigError' && !error.message.includes(secret),
    )
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
      for (const socket of bank.sockets) socket.write(answer(tokenResponse))
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
      const { accessToken, decode } = codec
      const made = decode(accessToken, living(clock)).right
      const token$ = new Subject()
      const ended = outcome(client.user({ token$ }).items.pages())
      for (let n = 0; n < 10_000; n++) token$.next(made)
      clock.advance(31_000)
      assert.ok(['StatusError', 'TokenUnavailable'].includes((await ended).end) && counts['/v2/items'] <= 2)
    },
  }),
]
