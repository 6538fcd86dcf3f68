import { none } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, type Observable, of } from 'rxjs'
import { bridge2025 } from '../../lib/bridge.js'
import { type CheckpointStore, createClient, createVirtualClock, type HttpRequest } from '../../lib/index.js'
import { createSandbox, dialect2025 } from '../../lib/sandbox.js'
import { hear } from '../helpers/profiles.js'
import { json, page } from '../helpers/responses.js'
import { lastingToken, scripted } from '../helpers/scripted.js'

const since = new Date('2025-01-02T03:04:05.678Z')
const moment = '2025-01-02T03%3A04%3A05.678Z'
const credentials = { clientId: 'id', clientSecret: 'secret' }

/** A client as of 2025-01-15 of a service that has nothing, and the addresses that it asked for. */
const client2025 = () => {
  const asked: Array<string> = []
  const clock = createVirtualClock()
  const http = ({ url }: HttpRequest) => {
    asked.push(url.replace('https://api.bridgeapi.io/v3/aggregation/', ''))
    return of(json({ resources: [], pagination: {} }))
  }
  const client = createClient({ profile: bridge2025, ...credentials, http, clock, random: () => 0.5 })
  return { asked, clock, client, user: client.user({ token$: of(lastingToken()) }) }
}

/** What streams error with. */
const errorsOf = (...streams: ReadonlyArray<Observable<unknown>>): ReadonlyArray<unknown> =>
  streams.map((stream) => hear(stream).error)

describe('what was updated in a list', () => {
  it('is narrowed by options, which types know', async () => {
    const { asked, user } = client2025()
    await lastValueFrom(user.transactions.updated({ since, minDate: '2025-01-01', accountId: 7 }).pages({ limit: 9 }))
    await lastValueFrom(user.accounts.transactions(7).updated({ maxDate: '2025-02-01' }).pages())
    await lastValueFrom(user.stocks.updated({ since, accountId: 7 }).pages())
    expect(asked).toEqual([
      `transactions?since=${moment}&min_date=2025-01-01&account_id=7&limit=9`,
      'transactions?account_id=7&max_date=2025-02-01',
      `stocks?since=${moment}&account_id=7`,
    ])
    // @ts-expect-error the account is said already
    const named = user.accounts.transactions(7).updated({ accountId: 8 }).pages()
    // @ts-expect-error a watcher with it would pass over what comes later
    const until = user.transactions.watchUpdated({ until: since })
    // @ts-expect-error stocks have no such filter
    const dated = user.stocks.watchUpdated({ minDate: '2025-01-01' })
    expect(errorsOf(named, until, dated)).toMatchObject(
      ['/accountId', '/until', '/minDate'].map((path) => ({ _tag: 'ConfigError', issues: [{ path }] })),
    )
    expect(asked).toHaveLength(3)
  })

  it('is narrowed in each round of a watcher', () => {
    const { asked, clock, user } = client2025()
    const watching = [
      user.transactions.watchUpdated({ since, overlap: 0, every: 1000, limit: 5, minDate: '2025-01-01' }).subscribe(),
      user.stocks.watchUpdated({ every: 1000, limit: 5, accountId: 7 }).subscribe(),
    ]
    clock.advance(1500)
    for (const one of watching) one.unsubscribe()
    expect(asked.filter((line) => line.includes('min_date=2025-01-01'))).toHaveLength(2)
    expect(asked.filter((line) => line.startsWith('stocks?account_id=7&limit=5'))).toHaveLength(2)
    expect(asked).toHaveLength(4)
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['/minDate', { minDate: '2025-02-30' }],
    ['/accountId', { accountId: 'x' }],
    ['/accountid', { accountid: 7 }],
    ['/since', { since: 'yesterday', accountId: 7 }],
  ])('is refused for %s that is wrong, and nothing is asked', (path, options) => {
    const { asked, user } = client2025()
    const { updated, watchUpdated } = user.transactions
    const wrong = { _tag: 'ConfigError', issues: [{ path }] }
    expect(errorsOf(updated(options as object).pages(), watchUpdated(options as object))).toMatchObject([wrong, wrong])
    expect(asked).toEqual([])
  })

  it('takes no such options if the profile has none', () => {
    const { user, paths } = scripted(() => page([]))
    const options = { accountId: 7 } as object
    const wrong = { _tag: 'ConfigError', issues: [{ path: '/accountId' }] }
    expect(errorsOf(user.transactions.updated(options).pages(), user.stocks.watchUpdated(options))).toMatchObject([
      wrong,
      wrong,
    ])
    expect(paths()).toEqual([])
  })

  it('keeps a checkpoint of its own for each way in which it is narrowed', () => {
    const keys: Array<string> = []
    const store: CheckpointStore = {
      load: (key) => {
        keys.push(key)
        return of(none)
      },
      save: () => of(undefined),
    }
    const kept = { store, process: () => of(undefined) }
    const { transactions, accounts } = client2025().client.user({ externalUserId: 'A6J' })
    for (const stream of [
      transactions.watchUpdated(kept),
      transactions.watchUpdated({ ...kept, accountId: 7 }),
      transactions.watchUpdated({ ...kept, accountId: 8, minDate: '2025-01-01' }),
      transactions.watchUpdated({ ...kept, minDate: '2025-01-01', accountId: 8 }),
      accounts.transactions(7).watchUpdated({ ...kept, minDate: '2025-01-01' }),
      transactions.watchUpdated({ ...kept, accountId: 7, key: 'mine' }),
    ])
      hear(stream).leave()
    const ofA6J = (name: string) => `https://api.bridgeapi.io/${encodeURIComponent(name)}?external_user_id=A6J`
    expect(keys).toEqual([
      ofA6J('transactions.updated'),
      ofA6J('transactions.updated?account_id=7'),
      ofA6J('transactions.updated?min_date=2025-01-01&account_id=8'),
      ofA6J('transactions.updated?min_date=2025-01-01&account_id=8'),
      ofA6J('accounts.7.transactions.updated?min_date=2025-01-01'),
      'mine',
    ])
  })

  it('is what the service says of one account', async () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15) })
    const sandbox = createSandbox({ clock, profile: bridge2025, dialect: dialect2025, users: 1, transactions: 60 })
    const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
    const { transactions } = client.user({ externalUserId: 'A6J' })
    const all = await firstValueFrom(transactions.watchUpdated())
    const accountId = all.resources[0]?.account_id ?? 0
    const own = await firstValueFrom(transactions.watchUpdated({ accountId }))
    expect(own.resources).toEqual(all.resources.filter(({ account_id }) => account_id === accountId))
    expect(own.resources.length).toBeLessThan(all.resources.length)
  })
})
