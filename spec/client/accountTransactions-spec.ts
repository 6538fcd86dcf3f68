import { isNone, none } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, type Observable, of, toArray } from 'rxjs'
import { createClient } from '../../lib/client/createClient.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { CheckpointStore } from '../../lib/streams/polling/Bookmark.js'
import { page } from '../helpers/responses.js'
import { lastingToken, scripted } from '../helpers/scripted.js'

const profile = { ...documentedProfile, paths: bridge2021.paths }
const since = new Date('2026-01-02T03:04:05.678Z')

/** A store that never has anything, and the keys that it was asked for. */
const noting = () => {
  const keys: Array<string> = []
  const store: CheckpointStore = {
    load: (key) => {
      keys.push(key)
      return of(none)
    },
    save: () => of(undefined),
  }
  return { keys, store }
}

const process = () => of(undefined)

describe('the transactions of an account', () => {
  it('are a list of its own', async () => {
    const { user, paths } = scripted(() => page([{ id: 1 }, { id: 2 }]), { profile })
    const { transactions } = user.accounts
    expect(await lastValueFrom(transactions(5).all().pipe(toArray()))).toEqual([{ id: 1 }, { id: 2 }])
    await lastValueFrom(transactions(5).updated({ since }).pages({ limit: 2 }))
    expect(paths()).toEqual([
      '/v2/accounts/5/transactions',
      '/v2/accounts/5/transactions/updated?since=2026-01-02T03%3A04%3A05.678Z&limit=2',
    ])
  })

  it('are watched apart from those of others', () => {
    const { clock, user, paths } = scripted(() => page([]), { profile })
    const watching = user.accounts.transactions(5).watchUpdated({ since, overlap: 0 }).subscribe()
    clock.advance(1)
    watching.unsubscribe()
    expect(paths()).toEqual(['/v2/accounts/5/transactions/updated?since=2026-01-02T03%3A04%3A05.678Z&limit=500'])
  })

  it('have links that serve no other account', async () => {
    const { user, paths } = scripted(() => page([{ id: 1 }], '/v2/accounts/5/transactions?after=x'), { profile })
    const { next } = await firstValueFrom(user.accounts.transactions(5).pages())
    if (isNone(next)) throw new Error('no link')
    const asked = paths().length
    await expect(lastValueFrom(user.accounts.transactions(6).page(next.value))).rejects.toMatchObject({
      _tag: 'PagingError',
      reason: 'foreign-link',
    })
    expect(paths()).toHaveLength(asked)
  })

  it.each<unknown>(['x', -0.5, null])('are refused for the account %p', (account) => {
    const { user, paths } = scripted(() => page([]), { profile })
    const { pages, updated, watchUpdated } = user.accounts.transactions(account as number)
    const errors: Array<unknown> = []
    for (const stream of [pages(), updated().pages(), watchUpdated()] as ReadonlyArray<Observable<unknown>>)
      stream.subscribe({ error: (error: unknown) => errors.push(error) })
    expect(errors).toMatchObject(Array(3).fill({ _tag: 'ConfigError', issues: [{ path: '/id' }] }))
    expect(paths()).toEqual([])
  })

  it.each(['accountTransactions', 'accountTransactionsUpdated'] as const)('need a path in the profile: %s', (key) => {
    const without = { ...profile, paths: { ...profile.paths, [key]: null } }
    const { user } = scripted(() => page([]), { profile: without })
    const { pages, updated } = user.accounts.transactions(5)
    const errors: Array<unknown> = []
    const stream = key === 'accountTransactions' ? pages() : updated().pages()
    stream.subscribe({ error: (error: unknown) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'UnspecifiedOperation', key: `paths.${key}` }])
  })
})

describe('checkpoints of the transactions of accounts', () => {
  const client = createClient({
    profile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    http: () => of(page([])),
  })

  it('have a key for each account, beside that of all transactions', () => {
    const { keys, store } = noting()
    const { accounts, transactions } = client.user({ externalUserId: 'A6J' })
    for (const list of [accounts.transactions(5), accounts.transactions(6), transactions])
      list
        .watchUpdated({ store, process })
        .subscribe({ error: () => undefined })
        .unsubscribe()
    expect(keys).toEqual([
      'https://bank.example/accounts.5.transactions.updated?external_user_id=A6J',
      'https://bank.example/accounts.6.transactions.updated?external_user_id=A6J',
      'https://bank.example/transactions.updated?external_user_id=A6J',
    ])
  })

  it('have the key that they are given', () => {
    const { keys, store } = noting()
    const { accounts } = client.user({ token$: of(lastingToken()) })
    accounts.transactions(5).watchUpdated({ store, process, key: 'mine' }).subscribe().unsubscribe()
    expect(keys).toEqual(['mine'])
  })

  it('need one if the client has no name for the user', () => {
    const { keys, store } = noting()
    const { accounts } = client.user({ token$: of(lastingToken()) })
    const errors: Array<unknown> = []
    accounts
      .transactions(5)
      .watchUpdated({ store, process })
      .subscribe({ error: (error: unknown) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/key' }] }])
    expect(keys).toEqual([])
  })

  it('refuse options that are none', () => {
    const errors: Array<unknown> = []
    const { transactions } = client.user({ externalUserId: 'A6J' }).accounts
    for (const wrong of [null, { evry: 1 }])
      transactions(5)
        .watchUpdated(wrong as object)
        .subscribe({ error: (error: unknown) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError' }, { _tag: 'ConfigError', issues: [{ path: '/evry' }] }])
  })
})
