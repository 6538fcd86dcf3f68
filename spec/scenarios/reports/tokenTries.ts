import { lastValueFrom, toArray } from 'rxjs'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { memoryTokenStore } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { playedBank } from '../../helpers/playedBank.js'
import { json, token } from '../../helpers/responses.js'
import { begin } from '../../helpers/scripted.js'
import { late } from '../../helpers/watching.js'
import { hour, minute, noteOf, refusal, second, tokenScene } from './stage.js'

/** picqer/exact-php-client#487 */
export const expiredAtIssue = () => {
  const { user, clock, authentications, asked } = tokenScene((_, call) => token(`T${String(call)}`, begin - minute))
  const seen = Array.from({ length: 20 }, () => noteOf(user.accounts.pages()).seen)
  clock.advance(5 * minute)
  expect(new Set(seen.flat())).toEqual(new Set(['TokenUnavailable']))
  expect(asked.filter(({ path }) => !path.endsWith('/authenticate'))).toEqual([])
  expect(authentications()).toBeLessThanOrEqual(20)
}

/** damienbod/angular-auth-oidc-client#891 */
export const slowAuthentication = () => {
  const { user, clock, authentications, counts } = tokenScene((_, call) =>
    late(clock, 25 * second, token(`T${String(call)}`, begin + hour)),
  )
  const seen = Array.from({ length: 100 }, () => {
    const noted = noteOf(user.accounts.pages(), () => 'page').seen
    clock.advance(100)
    return noted
  })
  clock.advance(minute)
  expect(seen).toEqual(Array(100).fill(['page', 'complete']))
  expect([authentications(), counts.aborted]).toEqual([1, 0])
}

/** friggframework/frigg#636 */
export const waitersOfFailure = () => {
  const { user, clock, authentications } = tokenScene(() => late(clock, second, refusal(403)))
  const seen = Array.from({ length: 50 }, () => noteOf(user.accounts.pages()).seen)
  clock.advance(minute)
  expect(seen).toEqual(Array(50).fill(['AuthenticationError']))
  expect(authentications()).toBe(1)
}

/** friggframework/frigg#636, when the failure is one that passes. */
export const waitersOfOutage = () => {
  const { user, clock, authentications } = tokenScene((_, call) =>
    late(clock, second, call <= 3 ? refusal(503) : token('T', begin + hour)),
  )
  const seen = Array.from({ length: 50 }, () => noteOf(user.accounts.pages(), () => 'page').seen)
  clock.advance(minute)
  expect(seen).toEqual(Array(50).fill(['page', 'complete']))
  expect(authentications()).toBe(4)
}

/** infusionsoft/infusionsoft-php#220 */
export const lockEndsFirst = () => {
  const clock = createVirtualClock({ start: begin })
  const tokenStore = memoryTokenStore({ clock })
  let [inFlight, most, calls] = [0, 0, 0]
  const process = () =>
    createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'an-application',
      clientSecret: 'a-secret',
      clock,
      tokenStore,
      timeout: 2 * minute,
      http: ({ url }) => {
        if (!url.endsWith('/authenticate')) return late(clock, 10, json({ resources: [], pagination: null }))
        most = Math.max(most, ++inFlight)
        clock.scheduler.schedule(() => inFlight--, 40 * second)
        return late(clock, 40 * second, token(`T${String(++calls)}`, begin + hour))
      },
    }).user({ externalUserId: 'A6J' })
  const seen = [process(), process()].map(
    (user) => noteOf(user.accounts.pages({ timeout: 2 * minute }), () => 'page').seen,
  )
  clock.advance(3 * minute)
  expect(seen).toEqual(Array(2).fill(['page', 'complete']))
  expect([calls, most]).toEqual([1, 1])
}

/** DanGahan/confluence#217 */
export const forbiddenEachRound = async () => {
  const { state, user, requests } = playedBank()
  state.refused.stocks = 403
  for (let round = 0; round < 100; round++)
    await expect(lastValueFrom(user.stocks.pages().pipe(toArray()))).rejects.toMatchObject({ status: 403 })
  expect(requests.filter((path) => path.endsWith('/authenticate'))).toHaveLength(1)
}

/** mozilla/fxa-oauth-server#370 */
export const renewalsSpread = () => {
  const renewals: Array<number> = []
  const { client, clock } = tokenScene((_, call) => {
    if (call > 200) renewals.push(clock.wall() - begin)
    return token(`T${String(call)}`, clock.wall() + 2 * hour)
  })
  for (let id = 0; id < 200; id++) client.user({ externalUserId: `user-${String(id)}` }).token$.subscribe()
  clock.advance(2 * hour)
  expect(renewals).toHaveLength(200)
  expect(Math.max(...renewals)).toBeLessThan(2 * hour)
  const perSecond = new Map<number, number>()
  for (const at of renewals) {
    const key = Math.floor(at / second)
    perSecond.set(key, (perSecond.get(key) ?? 0) + 1)
  }
  expect(Math.max(...perSecond.values())).toBeLessThan(20)
}
