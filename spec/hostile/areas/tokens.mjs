// Tokens that are none, dead, or refused.
import assert from 'node:assert/strict'
import { secret, token } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawServer, tokenResponse } from '../support/rawServer.mjs'
import { isAuthentication, living, rows, timed } from '../support/timedBank.mjs'
import { failure, outcome, victimsUser } from '../support/victim.mjs'

const { createVirtualClock } = rxbank
const { NEVER, of, throwError } = rxjs
const alive = 'reliability.md: never a dead token: a token that is handed out lives'

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
  404: [404, 'AuthenticationError'],
  302: [302, 'StatusError'],
  500: [500, 'StatusError', 'TokenUnavailable'],
  503: [503, 'StatusError', 'TokenUnavailable'],
}

const lives = {
  'dead for a year': -365 * 86_400_000,
  'dead for a second': -1000,
  'dead now': 0,
  'a millisecond': 1,
  'a second': 1000,
  'nine hundred years': 900 * 365 * 86_400_000,
}

const sources = {
  'nothing, ever': [NEVER, 'TokenUnavailable'],
  'no token': [of('t0k3n'), 'ConfigError'],
  null: [of(null), 'ConfigError'],
  'a token that is no secret': [of({ ...tokenResponse, expires_at: new Date(9e12) }), 'ConfigError'],
  'an end': [of(), 'TokenUnavailable'],
  'an error of theirs': [throwError(() => new RangeError('theirs')), 'RangeError'],
}

export const cases = [
  ...table(
    'errors.md: DecodeError: the response is not what the codec expects',
    'given',
    noToken,
    async (fields, after) => {
      const bank = await rawServer(after, ({ path }) =>
        answer(isAuthentication(path) ? { ...tokenResponse, ...fields } : rows.body),
      )
      await failure(victimsUser(after, bank.origin).items.pages(), 'DecodeError', 'ConfigError', 'NetworkError')
      assert.ok(bank.seen.every(({ head }) => !/^x-evil/im.test(head)))
    },
  ),
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
  ...table('tokens.md: tokens from your own source', 'a source that gives', sources, async ([token$, tag]) => {
    const { client, clock } = timed(() => rows)
    const ended = outcome(client.user({ token$ }).items.pages())
    clock.advance(31_000)
    assert.equal((await ended).end, tag)
  }),
]
