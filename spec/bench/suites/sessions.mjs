/** Many users of one client: what the session of each holds while nothing is asked for, and after its token is dead. */
import { setTimeout as pause } from 'node:timers/promises'
import * as t from 'io-ts'
import { createClient, createVirtualClock, documentedProfile, redact } from 'rxbank'
import { EMPTY, firstValueFrom, from, lastValueFrom, mergeMap, of, range } from 'rxjs'
import { usedBytes } from '../harness/usedBytes.mjs'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const lifetime = 2 * 3_600_000

const own = {
  operation: 'own.state',
  method: 'GET',
  path: '/v2/own/state',
  access: 'user',
  codec: t.type({ status: t.string }),
}

const issued = (number, now = Date.now()) => ({
  access_token: `t0k3n-${number}-0123456789abcdef0123456789abcdef`,
  expires_at: new Date(now + lifetime).toISOString(),
  user: { uuid, external_user_id: `user-${number}` },
})

/** A service in this process, which answers at once. */
const service =
  (now) =>
  ({ number, operation }) => {
    const body = operation === 'authenticate' ? issued(number, now?.()) : { status: 'finished' }
    return of({ status: 200, headers: {}, body: JSON.stringify(body) })
  }
const http = service()

/** A store of another process that has a token of every user. */
const tokenStore = {
  take: (principal, { lease }) => {
    const { access_token, ...token } = issued(principal)
    const kept = { ...token, access_token: redact(access_token), expires_at: new Date(token.expires_at) }
    return of({ _tag: 'Stored', token: kept, remaining: lifetime, lease })
  },
  save: () => EMPTY,
  forget: () => EMPTY,
}

const sessionsOf = async (count, config) => {
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http,
    ...config,
  })
  const user = (index) => client.user({ externalUserId: `user-${index}` })
  const users = Array.from({ length: count }, (_, index) => index)
  const heldAfter = async (work) => {
    const before = usedBytes()
    await lastValueFrom(from(users).pipe(mergeMap(work, 64)))
    return (usedBytes() - before) / count
  }
  await firstValueFrom(user(count).send(own))
  const token = await heldAfter((index) => firstValueFrom(user(index).token$))
  const first = await heldAfter((index) => user(index).send(own))
  const second = await heldAfter((index) => user(index).send(own))
  return { token, first, second }
}

/** What a client holds of each user four hours after the only request, without an event since. */
const deadUsersOf = async (count, limits) => {
  const clock = createVirtualClock({ start: Date.now() })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http: service(clock.wall),
    clock,
    limits,
  })
  const ask = (index) => client.user({ externalUserId: `user-${index}` }).send(own)
  await firstValueFrom(ask(count))
  const before = usedBytes()
  await lastValueFrom(range(0, count).pipe(mergeMap(ask, 64)))
  clock.advance(2 * lifetime)
  // The client looks for dead users after a collection.
  usedBytes()
  await pause(500)
  const held = (usedBytes() - before) / count
  await firstValueFrom(ask(count))
  return held
}

const day = 24 * 3_600_000
const dailyLimits = { user: { requests: 60, per: day }, authenticate: { requests: 10, per: day } }

export const comparisons = ({ quick }) => {
  const count = quick ? 2000 : 100_000
  return [
    {
      suite: `sessions: what each of ${count.toLocaleString('en')} at rest holds`,
      unit: 'B',
      measure: async () => {
        const alone = await sessionsOf(count, {})
        const shared = await sessionsOf(count, { tokenStore })
        const dead = await deadUsersOf(count, {})
        const counted = await deadUsersOf(count, dailyLimits)
        return [
          { name: 'with a token', value: alone.token },
          { name: 'after a request', value: alone.token + alone.first },
          { name: 'a second request adds', value: alone.second },
          { name: 'after a request, with a token store', value: shared.token + shared.first },
          { name: 'after the token is dead', value: dead },
          { name: 'after the token is dead, with limits that still count', value: counted },
        ]
      },
      bars: [
        { name: 'after a request', of: 'value', most: 5000 },
        { name: 'a second request adds', of: 'value', most: 50 },
        { name: 'after a request, with a token store', of: 'value', most: 5500 },
        { name: 'after the token is dead', of: 'value', most: 300 },
        { name: 'after the token is dead, with limits that still count', of: 'value', most: 300 },
      ],
    },
  ]
}
