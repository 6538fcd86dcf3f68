/** Many watchers in one process: what each of them holds, and what they cost while nothing is due, and when it is. */
import { setTimeout as pause } from 'node:timers/promises'
import * as t from 'io-ts'
import { createClient, createVirtualClock, documentedProfile, redact } from 'rxbank'
import { map, of, switchMap, timer } from 'rxjs'
import { usedBytes } from '../harness/usedBytes.mjs'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const hour = 3_600_000
const minute = 60_000

const token = { access_token: redact('t0k3n'), expires_at: new Date(Date.now() + 2 * hour), user: { uuid } }

const headers = () => ({ date: new Date().toUTCString() })
const nothingNew = { resources: [], pagination: { previous_uri: null, next_uri: null } }
const state = { status: 'retrieving_data' }
const issued = (number) => ({
  access_token: `t0k3n-${number}-0123456789abcdef0123456789abcdef`,
  expires_at: new Date(Date.now() + 2 * hour).toISOString(),
  user: { uuid, external_user_id: `user-${number}` },
})

const bodyOf = ({ number, operation }) => {
  if (operation === 'authenticate') return issued(number)
  return operation.endsWith('.updated') ? nothingNew : state
}

/** A service in this process: it answers at once, and counts. */
const service = () => {
  const counts = { asked: 0 }
  const http = (request) => {
    counts.asked += 1
    return of({ status: 200, headers: headers(), body: JSON.stringify(bodyOf(request)) })
  }
  return { counts, http }
}

const own = {
  operation: 'own.state',
  method: 'GET',
  path: '/v2/own/state',
  access: 'user',
  codec: t.type({ status: t.string }),
}

/** What there may be thousands of: each makes one of a client of its own kind. */
const kinds = {
  'rxjs: timer, switchMap': ({ http }) => {
    const request = { number: 0, operation: own.operation }
    const ask = switchMap(() => http(request).pipe(map(({ body }) => JSON.parse(body))))
    return () => timer(0, minute).pipe(ask)
  },
  watchUpdated: ({ client }) => {
    const { transactions } = client.user({ token$: of(token) })
    return () => transactions.watchUpdated()
  },
  watchRefresh: ({ client }) => {
    const { items } = client.user({ token$: of(token) })
    return (index) => items.watchRefresh(index + 1, { every: minute, deadline: hour })
  },
  poll: ({ client }) => {
    const user = client.user({ token$: of(token) })
    return () => user.poll(own, { every: minute })
  },
  'token$, a user each':
    ({ client }) =>
    (index) =>
      client.user({ externalUserId: `user-${index}` }).token$,
}

/** Starts so many of a kind, and gives them time to come to rest: bytes of each, and percent of a core while they do. */
const resting = async (name, count) => {
  const { counts, http } = service()
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    // They all begin within 60 ms, not within their interval.
    random: () => 0.001,
    http,
  })
  const make = kinds[name]({ client, http })
  const subscriptions = Array.from({ length: count + 1 })
  subscriptions[count] = make(count).subscribe()
  while (counts.asked < 1) await pause(1)
  const before = usedBytes()
  for (let index = 0; index < count; index += 1) subscriptions[index] = make(index).subscribe()
  while (counts.asked <= count) await pause(5)
  await pause(100)
  const bytes = (usedBytes() - before) / count
  const started = process.cpuUsage()
  await pause(2000)
  const { system, user } = process.cpuUsage(started)
  if (counts.asked !== count + 1) throw new Error(`${name}: it was not idle`)
  for (const subscription of subscriptions) subscription.unsubscribe()
  return { bytes, idle: (system + user) / 20_000 }
}

const held = (count) => ({
  suite: `watchers: what each of ${count} at rest holds`,
  unit: 'B',
  measure: async () => {
    const rows = []
    for (const name of Object.keys(kinds)) {
      const { bytes, idle } = await resting(name, count)
      const [first] = rows
      rows.push({ name, value: bytes, ratio: bytes / (first?.value ?? bytes) })
      rows.push({ name, value: idle, unit: '% of a core, idle' })
    }
    return rows
  },
  bars: Object.keys(kinds)
    .slice(1)
    .flatMap((name) => [
      { name, of: 'value', most: 5000 },
      { name, of: 'value', most: 5, unit: '% of a core, idle', note: 'next to nothing' },
    ]),
})

/** Five virtual seconds, in which each asks once and is answered at once: the processor's time for each question. */
const due = (count) => {
  const clock = createVirtualClock({ start: Date.now() })
  const { counts, http } = service()
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    clock,
    http,
  })
  const user = client.user({ token$: of({ ...token, expires_at: new Date(Date.now() + 1000 * hour) }) })
  const every = 5000
  const sides = {
    'rxjs: timer, switchMap': (index) =>
      timer((index * every) / count, every, clock.scheduler).pipe(
        switchMap(() => http({ number: 0, operation: own.operation })),
        map(({ body }) => JSON.parse(body)),
      ),
    poll: () => user.poll(own, { every }),
    watchUpdated: () => user.transactions.watchUpdated({ every }),
  }
  const candidates = Object.entries(sides).map(([name, make]) => ({
    name,
    sample: () => {
      const subscriptions = Array.from({ length: count }, (_, index) => make(index).subscribe())
      clock.advance(2 * every)
      counts.asked = 0
      const started = process.cpuUsage()
      clock.advance(every)
      const { system, user } = process.cpuUsage(started)
      if (counts.asked < 0.8 * count) throw new Error(`${name}: ${counts.asked} questions of ${count}`)
      for (const subscription of subscriptions) subscription.unsubscribe()
      if (clock.pending() > 0) throw new Error(`${name}: timers are left`)
      return (system + user) / counts.asked
    },
  }))
  return {
    suite: `watchers: a question of each of ${count}, answered in this process`,
    unit: 'CPU µs',
    reference: 'rxjs: timer, switchMap',
    rounds: 5,
    warmUp: 1,
    candidates,
  }
}

export const comparisons = ({ quick }) => {
  const count = quick ? 1000 : 10_000
  return [held(count), due(count / 10)]
}
