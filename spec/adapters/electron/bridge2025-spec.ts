import { firstValueFrom, lastValueFrom, NEVER, type Observable, of, Subject, toArray } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2025, type Bridge2025Resources } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import { connectStreams, type ExposeConfig } from '../../../lib/electron.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { memoryCheckpointStore } from '../../../lib/node.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { PageLink } from '../../../lib/streams/pages/PageLink.js'
import { watchConsents } from '../../../lib/streams/polling/watchConsents.js'
import { account2025, item2025, provider2025, stock2025, transaction2025 } from '../../fixtures/bridge2025.js'
import { closePorts, rawRenderer, renderer, settled } from '../../helpers/electron.js'
import { json } from '../../helpers/responses.js'
import { lastingToken } from '../../helpers/scripted.js'

afterEach(closePorts)

const since = new Date('2025-01-02T03:04:05.678Z')
const moment = '2025-01-02T03%3A04%3A05.678Z'
const ones: Readonly<Record<string, unknown>> = {
  accounts: account2025,
  categories: { id: 3, name: 'Salary', parent_id: 2 },
  items: item2025,
  providers: provider2025,
  stocks: stock2025,
  transactions: transaction2025,
}

/** A client in main of a service that has one of each and no lists, and the addresses that it asked for. */
const inMain = (next_uri?: string) => {
  const asked: Array<string> = []
  const clock = createVirtualClock()
  const languages: Array<unknown> = []
  const http = ({ url, headers }: HttpRequest) => {
    asked.push(url.replace('https://api.bridgeapi.io/v3/', ''))
    languages.push(headers['Accept-Language'])
    const [, list = ''] = /(\w+)\/\d+$/.exec(url) ?? []
    return of(json(ones[list] ?? { resources: [], pagination: next_uri === undefined ? {} : { next_uri } }))
  }
  const client = createClient({
    profile: bridge2025,
    clientId: 'id',
    clientSecret: 'secret',
    retry: { count: 0 },
    clock,
    http,
  })
  return { asked, clock, languages, client, config: { user: { token$: of(lastingToken()) } } }
}

const setup = (more: ExposeConfig = {}, next?: string) => {
  const { client: own, config, ...service } = inMain(next)
  const { client } = renderer<Bridge2025Resources>(own, { ...config, ...more })
  return { ...service, client, user: client.user() }
}

const errorOf = (stream: Observable<unknown>): Promise<unknown> =>
  lastValueFrom(stream).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('lists in a renderer', () => {
  it('are narrowed by the options of the profile, which types know', async () => {
    const { asked, client, user } = setup()
    const read: ReadonlyArray<Observable<unknown>> = [
      client.banks.pages({ countryCodes: ['FR', 'ES'], limit: 2 }),
      user.accounts.pages({ itemId: 5 }),
      user.accounts.transactions(7).pages({ since, maxDate: '2025-02-01' }),
      user.accounts.transactions(7).updated({ since, minDate: '2025-01-01' }).pages({ limit: 3 }),
      user.stocks.updated({ accountId: 7 }).pages(),
      user.transactions.navigate(of(), { minDate: '2025-01-01', limit: 4 }),
    ]
    for (const stream of read) await firstValueFrom(stream)
    expect(asked).toEqual([
      'providers?country_code=FR%2CES&limit=2',
      'aggregation/accounts?item_id=5',
      `aggregation/transactions?account_id=7&since=${moment}&max_date=2025-02-01`,
      `aggregation/transactions?account_id=7&since=${moment}&min_date=2025-01-01&limit=3`,
      'aggregation/stocks?account_id=7',
      'aggregation/transactions?min_date=2025-01-01&limit=4',
    ])
    // @ts-expect-error items have no such filter
    expect(await errorOf(user.items.pages({ itemId: 5 }))).toMatchObject({ issues: [{ path: '/itemId' }] })
    // @ts-expect-error a day is a text
    expect(await errorOf(user.transactions.all({ minDate: 5 }))).toMatchObject({ issues: [{ path: '/minDate' }] })
  })

  it('are narrowed if a link is followed', async () => {
    const { asked, user } = setup({}, '/v3/aggregation/transactions?after=x')
    const { next } = await firstValueFrom(user.transactions.pages({ minDate: '2025-01-01' }))
    const link = (next as { readonly value: PageLink }).value
    await lastValueFrom(user.transactions.page(link, { minDate: '2025-01-01' }))
    expect(asked.at(-1)).toBe('aggregation/transactions?after=x')
  })

  it('are narrowed in each round of a watcher', async () => {
    const { asked, clock, user } = setup()
    const trigger$ = new Subject<void>()
    const watching = user.transactions.watchUpdated({ trigger$, accountId: 7, limit: 5 }).subscribe()
    await settled()
    trigger$.next()
    await settled()
    clock.advance(1000)
    await settled()
    watching.unsubscribe()
    expect(asked.filter((line) => line.includes('account_id=7'))).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['/minDate', { minDate: '2025-02-30' }],
    ['/accountId', { accountId: [7] }],
    ['/since', { since: { valueOf: () => 0 } }],
    ['/itemId', { itemId: 5 }],
    ['/headers', { headers: { 'Client-Id': 'other' } }],
  ])('are refused for %s that is wrong, and nothing is asked', async (path, options) => {
    const { asked, user } = setup()
    const { pages, updated, watchUpdated } = user.transactions
    const given = options as object
    const streams: ReadonlyArray<Observable<unknown>> = [pages(given), updated(given).pages(), watchUpdated(given)]
    for (const stream of streams)
      expect(await errorOf(stream)).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
    expect(asked).toEqual([])
  })

  it.each<readonly [string, unknown]>([
    ['what no port carries', ['FR', () => 'ES']],
    ['lists in one another', [['FR']]],
    ['none', []],
    ['holes', Array(2)],
    ['a proxy of something else', new Proxy([{}], {})],
  ])('are refused for a list of %s', async (_, countryCodes) => {
    const { asked, client } = setup()
    const error = await errorOf(client.banks.pages({ countryCodes } as object))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/countryCodes' }] })
    expect(asked).toEqual([])
  })

  it('take no options that the profile does not have', async () => {
    const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
    const own = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
    })
    const user = renderer(own, { user: { externalUserId: 'A6J' } }).client.user()
    const error = await errorOf(user.transactions.pages({ accountId: 7 } as object))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/accountId' }] })
    expect(sandbox.journal.entries()).toEqual([])
  })

  it('leave what a page says of its own to the checks of main', async () => {
    const { asked, client, config } = inMain()
    const { say, heard } = rawRenderer(client, config)
    const subscribe = (id: number, rest: object) => ({
      _tag: 'Subscribe',
      id,
      operation: 'pages',
      settings: {},
      ...rest,
    })
    const withSettings = (id: number, list: string, settings: object) => subscribe(id, { list, settings })
    say(
      { _tag: 'Hello', version: 1 },
      withSettings(1, 'transactions', JSON.parse('{"__proto__":{"minDate":"2025-01-01"},"constructor":1}') as object),
      withSettings(2, 'transactions', { accountId: { toString: '7' } }),
      withSettings(3, 'transactions.updated', { minDate: '2025-01-01' }),
      withSettings(4, 'items', { minDate: '2025-01-01' }),
      withSettings(5, 'banks', { countryCodes: ['FR', 5] }),
      withSettings(6, 'banks', { countryCodes: Array(20_000).fill('FR') }),
      subscribe(7, { operation: 'watchUpdated', list: 'items', settings: { itemId: 5 } }),
      subscribe(8, { operation: 'watchUpdated', list: 'banks', settings: { countryCodes: ['FR'] } }),
      subscribe(9, { operation: 'account', subject: '../users' }),
      subscribe(10, { operation: 'transaction', subject: { toString: '1' } }),
      subscribe(11, { operation: 'bank', subject: 4, settings: { language: 'fr' } }),
      subscribe(12, { operation: 'category', subject: 4, settings: { language: 'xx' } }),
      subscribe(13, { operation: 'categoryInsights', settings: { headers: { 'Client-Id': 'x' } } }),
      withSettings(14, 'accounts.information', { itemId: 5 }),
    )
    await settled()
    const reported = heard.flatMap((message) => {
      const { _tag, id, error } = message as { _tag: string; id: number; error?: { _tag: string } }
      return _tag === 'Hello' ? [] : [[id, _tag, error?._tag]]
    })
    expect(reported).toEqual(Array.from({ length: 14 }, (_, i) => [i + 1, 'Error', 'ConfigError']))
    expect(asked).toEqual([])
  })
})

describe('single resources in a renderer', () => {
  it('are each asked for by their id', async () => {
    const { asked, languages, client, user } = setup()
    const account: Bridge2025Resources['account'] = await lastValueFrom(user.accounts.get(48178048))
    const transaction: Bridge2025Resources['transaction'] = await lastValueFrom(user.transactions.get(33000191035700))
    const bank: Bridge2025Resources['bank'] = await lastValueFrom(client.banks.get(574))
    const category: Bridge2025Resources['category'] = await lastValueFrom(client.categories.get(3, { language: 'fr' }))
    expect([account.instant_balance, transaction.operation_type, bank.group_name, category.parent_id]).toEqual([
      1463.89,
      'card',
      'Demo',
      2,
    ])
    expect((await lastValueFrom(user.items.get(10154848))).id).toBe(10154848)
    expect((await lastValueFrom(user.stocks.get(1510467))).deleted).toBe(false)
    expect(asked).toEqual([
      'aggregation/accounts/48178048',
      'aggregation/transactions/33000191035700',
      'providers/574',
      'aggregation/categories/3',
      'aggregation/items/10154848',
      'aggregation/stocks/1510467',
    ])
    expect(languages[3]).toBe('fr')
  })

  it.each(['accounts', 'transactions', 'items', 'stocks'] as const)(
    'are refused for an id that is none: %s',
    async (list) => {
      const { asked, user } = setup()
      for (const id of ['../x', -1, [7], undefined] as ReadonlyArray<unknown>)
        expect(await errorOf(user[list].get(id as number))).toMatchObject({
          _tag: 'ConfigError',
          issues: [{ path: '/id' }],
        })
      expect(asked).toEqual([])
    },
  )

  it('count against what the window may send, those that are public too', async () => {
    const { asked, client, user } = setup({ perWindow: { requests: 3, maxWaiting: 0 } })
    const read: ReadonlyArray<Observable<unknown>> = [
      client.banks.get(574),
      client.categories.get(3),
      user.accounts.get(1),
      client.banks.get(575),
      client.categories.get(4),
      user.transactions.get(1),
    ]
    const tags = []
    for (const stream of read) tags.push(((await errorOf(stream)) as { readonly _tag: string } | undefined)?._tag)
    expect(tags.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(tags.slice(3)).toEqual(Array(3).fill('RequestNotSent'))
    expect(asked).toHaveLength(3)
  })
})

describe('items in a renderer', () => {
  it('are watched, and so are their consents', async () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 10, 30) })
    const sandbox = createSandbox({ clock, profile: bridge2025, dialect: dialect2025, users: 1, transactions: 20 })
    const own = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
    const { client } = renderer<Bridge2025Resources>(own, { user: { externalUserId: 'A6J' } })
    const { items } = client.user()
    const all = await lastValueFrom(items.all().pipe(toArray()))
    expect((await firstValueFrom(items.watchUpdated())).resources).toEqual(all)
    const { item, _tag } = await firstValueFrom(watchConsents(items, { clock, noticeDays: [400] }))
    expect([_tag, all.map(({ id }) => id).includes(item.id)]).toEqual(['ending', true])
  })

  it('have the types of the profile', () => {
    const { items } = connectStreams<Bridge2025Resources>(NEVER).user()
    // @ts-expect-error what keeps a checkpoint is the affair of main
    expect(() => items.watchUpdated({ store: memoryCheckpointStore() })).not.toThrow()
  })
})
