import { some } from 'fp-ts/lib/Option.js'
import { EMPTY } from 'rxjs'
import { type ClientEvent, createClient, createVirtualClock } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const window = 300_000

/** A client of a service with so many users, which allows 20 requests in five minutes. */
const setUp = (users: number) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, users, transactions: 20_000 })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
    clock,
    limits: { application: { requests: 20, per: window } },
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  const names = sandbox.users.map(({ externalUserId }) => externalUserId)
  const rows = new Map<string, number>()
  const watchers = names.map((externalUserId) =>
    client.user({ externalUserId }).transactions.watchUpdated({
      process: ({ resources }) => {
        rows.set(externalUserId, (rows.get(externalUserId) ?? 0) + resources.length)
        return EMPTY
      },
    }),
  )
  const counts = () => names.map((name) => rows.get(name) ?? 0)
  return { clock, client, sandbox, names, watchers, counts, events }
}

describe('accessTokens of users who wait for the budget', () => {
  it('keep their places: watchers without a token take turns with those that read pages', () => {
    const { clock, names, watchers, counts, events, sandbox } = setUp(5)
    for (const watcher of watchers) watcher.subscribe()
    // The first user alone has used up what watchers may use of the first window.
    expect(counts()).toEqual([17 * 500, 0, 0, 0, 0])
    const waits = events.flatMap((event) => (event._tag === 'BudgetChanged' && event.wait !== undefined ? [event] : []))
    // The last page of the first user, and an authentication of each other one.
    expect(waits.map(({ operation, scope, wait, watcher }) => [operation, scope, wait, watcher])).toEqual([
      ['transactions.updated', 'application', window, 1],
      ...names.slice(1).map(() => ['authenticate', 'application', window, undefined]),
    ])
    clock.advance(2 * window)
    expect(counts().filter((count) => count > 0)).toHaveLength(5)
    expect(events.flatMap((event) => (event._tag === 'Polled' && event.error._tag === 'Some' ? [event] : []))).toEqual(
      [],
    )
    expect(sandbox.journal.counts().routes).toMatchObject({ authenticate: 5 })
  })

  it('leave the queue when the watcher is unsubscribed', () => {
    const { clock, watchers, sandbox } = setUp(2)
    const [first, second] = watchers.map((watcher) => watcher.subscribe())
    clock.advance(100_000)
    second?.unsubscribe()
    first?.unsubscribe()
    clock.advance(2 * window)
    expect([sandbox.journal.counts().routes, clock.pending()]).toEqual([
      { authenticate: 1, transactionsUpdated: 17 },
      0,
    ])
  })

  it('tells somebody who waits for a token no longer than the timeout that the budget is used up', () => {
    const { clock, client, names, watchers } = setUp(2)
    watchers[0]?.subscribe()
    // Two permits are for requests that somebody waits for.
    for (let i = 0; i < 2; i++) client.banks.pages().subscribe()
    const errors: Array<unknown> = []
    const { transactions } = client.user({ externalUserId: names[1] ?? '' })
    transactions.pages().subscribe({ error: (error) => errors.push(error) })
    clock.advance(30_000)
    expect(errors).toMatchObject([
      {
        _tag: 'TokenUnavailable',
        waited: 30_000,
        last: some('authenticate: the request waits for a permit of the limits'),
      },
    ])
  })
})
