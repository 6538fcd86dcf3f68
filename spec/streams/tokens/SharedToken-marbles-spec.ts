import { none } from 'fp-ts/lib/Option.js'
import { EMPTY, map, NEVER } from 'rxjs'
import { redact } from '../../../lib/base/Redacted.js'
import type { IssuedToken } from '../../../lib/streams/tokens/issueToken.js'
import { SharedToken } from '../../../lib/streams/tokens/SharedToken.js'
import { tokenLife } from '../../../lib/streams/tokens/tokenLife.js'
import type { TokenResponse } from '../../../lib/streams/tokens/TokenStore.js'
import { type Marbles, marbles } from '../../helpers/marbles.js'
import { nameOf } from '../../helpers/tokens.js'
import { watching } from '../../helpers/watching.js'

const hour = 3_600_000
const nameOfIssued = ({ token }: IssuedToken): string => nameOf(token)
const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }

/** A shared token, a store that gives these answers, and an authentication that takes a while. */
const setUp = ({ clock, cold, start }: Marbles, authentication: string, ...answers: ReadonlyArray<string>) => {
  const token = { access_token: redact('T1'), expires_at: new Date(start + hour), user }
  const moment = { wall: start, monotonic: 0 }
  const a: IssuedToken = {
    token,
    life: tokenLife(start + hour, { start: moment, end: moment, serverTime: none }, () => 0),
  }
  const values: Record<string, TokenResponse> = {
    l: { _tag: 'Leased' },
    b: { _tag: 'Busy' },
    k: { _tag: 'Stored', token, remaining: hour, lease: 'other' },
  }
  const issued = cold(authentication, { a })
  const taken = answers.map((marble) => cold(marble, values))
  const asked: Array<readonly [at: number, unusableLease: string | undefined]> = []
  const reported: Array<string> = []
  const tell = (name: string) => () => {
    reported.push(`${name} at ${String(clock.monotonic())}`)
    return EMPTY
  }
  const shared = new SharedToken(
    {
      take: (_, { unusableLease }) => {
        asked.push([clock.monotonic(), unusableLease])
        return taken[Math.min(asked.length, taken.length) - 1] ?? NEVER
      },
      save: tell('save'),
      forget: tell('forget'),
    },
    'user',
    watching(() => NEVER, { clock }),
  )
  const obtain = () => shared.obtain(issued, () => true, { number: 1, operation: 'authenticate' }, false)
  return { issued, taken, asked, reported, shared, obtain, token }
}

/** Obtains the token in a marble test, until somebody unsubscribes; gives what the store was told. */
const obtained = (
  test: (helpers: Marbles) => ReturnType<typeof setUp>,
  expected: string,
  until?: string,
): ReadonlyArray<string> => {
  let reported: ReadonlyArray<string> = []
  marbles((helpers) => {
    const made = test(helpers)
    helpers.expectObservable(made.obtain().pipe(map(nameOfIssued)), until).toBe(expected, { a: 'T1' })
    reported = made.reported
  })
  return reported
}

describe('SharedToken', () => {
  it('does nothing before somebody subscribes', () => {
    marbles((helpers) => {
      const { obtain, issued, taken } = setUp(helpers, '(a|)', '(l|)')
      obtain()
      for (const one of [issued, ...taken]) helpers.expectSubscriptions(one.subscriptions).toBe([])
    })
  })

  it('requests its lease again every three seconds while it authenticates, and saves the token', () => {
    const reported = obtained((helpers) => {
      const made = setUp(helpers, '8s (a|)', '10ms (l|)')
      helpers.expectSubscriptions(made.issued.subscriptions).toBe('10ms ^ 7999ms !')
      helpers
        .expectSubscriptions(made.taken[0]?.subscriptions ?? [])
        .toBe(['^ 9ms !', '3010ms ^ 9ms !', '6020ms ^ 9ms !'])
      return made
    }, '8010ms (a|)')
    expect(reported).toEqual(['save at 8010'])
  })

  it('waits ever longer for another, up to a second, and takes the token from the store', () => {
    const reported = obtained((helpers) => {
      const made = setUp(helpers, '(a|)', '(b|)', '(b|)', '(b|)', '(b|)', '(b|)', '(b|)', '(k|)')
      helpers.expectSubscriptions(made.issued.subscriptions).toBe([])
      const times = ['(^!)', '100ms (^!)', '300ms (^!)', '700ms (^!)', '1500ms (^!)', '2500ms (^!)', '3500ms (^!)']
      made.taken.forEach((one, at) => helpers.expectSubscriptions(one.subscriptions).toBe(times[at] ?? ''))
      return made
    }, '3500ms (a|)')
    expect(reported).toEqual([])
  })

  it('gives its lease up when nobody waits any more, and clears its timers', () => {
    const reported = obtained(
      (helpers) => {
        const made = setUp(helpers, '5s (a|)', '(l|)')
        helpers.expectSubscriptions(made.issued.subscriptions).toBe('^ 2999ms !')
        return made
      },
      '-',
      '^ 2999ms !',
    )
    expect(reported).toEqual(['forget at 3000'])
  })

  it('unsubscribes from a store that is asked when nobody waits any more', () => {
    obtained(
      (helpers) => {
        const made = setUp(helpers, '(a|)', '1s (l|)')
        helpers.expectSubscriptions(made.taken[0]?.subscriptions ?? []).toBe('^ 499ms !')
        return made
      },
      '-',
      '^ 499ms !',
    )
  })

  it('authenticates after five seconds without an answer', () => {
    obtained((helpers) => {
      const made = setUp(helpers, '1s (a|)', '-')
      helpers.expectSubscriptions(made.taken[0]?.subscriptions ?? []).toBe('^ 4999ms !')
      helpers.expectSubscriptions(made.issued.subscriptions).toBe('5s ^ 999ms !')
      return made
    }, '6s (a|)')
  })

  it('requests another token than the one that was forgotten', () => {
    marbles((helpers) => {
      const { obtain, asked, shared, reported } = setUp(helpers, '(a|)', '(k|)')
      helpers.expectObservable(obtain().pipe(map(nameOfIssued))).toBe('(a|)', { a: 'T1' })
      helpers.clock.scheduler.schedule(() => shared.forget(), 1000)
      helpers.clock.scheduler.schedule(() => shared.forget(), 1000)
      helpers.expectObservable(obtain().pipe(map(nameOfIssued)), '2s ^').toBe('2s (a|)', { a: 'T1' })
      helpers.flush()
      expect(asked).toEqual([
        [0, undefined],
        [2000, 'other'],
      ])
      expect(reported).toEqual(['forget at 1000'])
    })
  })
})
