import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { from, NEVER, scan } from 'rxjs'
import { redact } from '../../../lib/base/Redacted.js'
import type { IssuedToken } from '../../../lib/streams/tokens/issueToken.js'
import { tokenLife } from '../../../lib/streams/tokens/tokenLife.js'
import {
  type Flight,
  hasNewUser,
  initialTokenState,
  isFresher,
  reduceToken,
  type TokenEvent,
  type TokenState,
} from '../../../lib/streams/tokens/tokenState.js'

const instant = { wall: 0, monotonic: 0 }

const issue = (uuid: string, expiresAt: number): IssuedToken => ({
  token: { access_token: redact('T'), expires_at: new Date(expiresAt), user: { uuid } },
  life: tokenLife(expiresAt, { start: instant, end: instant, serverTime: none }, () => 0),
})

const flightOf = (number: number): Flight => ({ number, token$: NEVER, promote: () => undefined, isQueued: false })

const number = fc.nat(3)
const priority = fc.constantFrom('interactive' as const, 'background' as const)
const event: fc.Arbitrary<TokenEvent> = fc.oneof(
  fc.record({ _tag: fc.constant('Requested' as const), priority }),
  fc.record({ _tag: fc.constant('Started' as const), flight: number.map(flightOf) }),
  fc.record({ _tag: fc.constant('Queued' as const), number, isQueued: fc.boolean() }),
  fc.record({
    _tag: fc.constant('Issued' as const),
    issued: fc.tuple(fc.constantFrom('a', 'B'), fc.integer({ min: 1, max: 9 })).map(([uuid, end]) => issue(uuid, end)),
  }),
  fc.record({ _tag: fc.constant('Failed' as const), isTransient: fc.boolean() }),
  fc.record({ _tag: fc.constant('Ended' as const), number }),
  fc.record({ _tag: fc.constantFrom('Expired' as const, 'Forgotten' as const) }),
)

/** Checks the state after each event against the one before. */
const holds = (check: (state: TokenState, event: TokenEvent, before: TokenState, index: number) => void): void => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const states: Array<TokenState> = []
      from(events)
        .pipe(scan(reduceToken, initialTokenState))
        .subscribe((state) => states.push(state))
      events.forEach((event, index) => {
        check(states[index] ?? initialTokenState, event, states[index - 1] ?? initialTokenState, index)
      })
    }),
  )
}

describe('reduceToken', () => {
  it('uses a token from when it is issued until it is replaced, forgotten or has expired, and none after that', () => {
    let latest: IssuedToken | undefined
    holds(({ current }, { _tag, ...event }, _, index) => {
      if (index === 0) latest = undefined
      if ('issued' in event) latest = event.issued
      if (_tag === 'Expired' || _tag === 'Forgotten') latest = undefined
      expect(current._tag === 'Some' ? current.value.token : undefined).toBe(latest?.token)
    })
  })

  it('has at most one authentication in flight, which earlier ones do not end', () => {
    holds(({ flight }, event, before) => {
      if (event._tag === 'Started') expect(flight).toBe(event.flight)
      else if (['Issued', 'Failed', 'Forgotten'].includes(event._tag)) expect(flight).toBeUndefined()
      else if (event._tag === 'Ended' && event.number === before.flight?.number) expect(flight).toBeUndefined()
      else expect(flight?.number).toBe(before.flight?.number)
    })
  })

  it('waits for permits only while the authentication in flight does', () => {
    holds(({ flight }, event, before) => {
      if (event._tag === 'Queued' && event.number === before.flight?.number)
        expect(flight?.isQueued).toBe(event.isQueued)
      else if (flight?.isQueued === true) expect(flight).toBe(before.flight)
    })
  })

  it('stays interactive until the authentication in flight has ended', () => {
    holds((state, event, before) => {
      if (event._tag !== 'Requested') expect(state.priority).toBe(before.priority)
      else if (before.flight === undefined) expect(state.priority).toBe(event.priority)
      else expect(state.priority).toBe(event.priority === 'interactive' ? 'interactive' : before.priority)
    })
  })

  it('does not renew the token in use any more after an error that is not transient', () => {
    const issued = issue('a', 100_000)
    const using = reduceToken(initialTokenState, { _tag: 'Issued', issued })
    expect(reduceToken(using, { _tag: 'Failed', isTransient: true }).current).toEqual(some(issued))
    const { token, life } = issued
    expect(reduceToken(using, { _tag: 'Failed', isTransient: false }).current).toEqual(
      some({ token, life: { ...life, renews: life.expires } }),
    )
  })

  it('remembers the user of the latest token, whatever comes after it', () => {
    holds(({ userUuid }, event, before) => {
      expect(userUuid).toBe(event._tag === 'Issued' ? event.issued.token.user.uuid.toLowerCase() : before.userUuid)
    })
  })
})

describe('a token', () => {
  const using = (issued: IssuedToken) => reduceToken(initialTokenState, { _tag: 'Issued', issued })

  it.each([
    ['the first', initialTokenState, issue('a', 1), true],
    ['one that expires later', using(issue('a', 2)), issue('a', 3), true],
    ['one that expires at the same time', using(issue('a', 2)), issue('a', 2), false],
    ['one of another user', using(issue('a', 2)), issue('b', 1), true],
    ['one of the same user in other letters', using(issue('a', 2)), issue('A', 1), false],
    [
      'one of another user from the store',
      using(issue('a', 2)),
      { ...issue('b', 1), isFromStore: true as const },
      false,
    ],
  ])('replaces the one in use, or not: %s', (_, state, candidate, expected) => {
    expect(isFresher(candidate, state)).toBe(expected)
  })

  it('is of a new user only if there was another', () => {
    const { token } = issue('b', 1)
    expect(
      [initialTokenState, using(issue('a', 2)), using(issue('B', 2))].map((state) => hasNewUser(token, state)),
    ).toEqual([false, true, false])
  })
})
