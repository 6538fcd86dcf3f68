import { firstValueFrom, lastValueFrom, Subject, take, tap, toArray } from 'rxjs'
import { bridge2021 } from '../../lib/bridge.js'
import {
  createGatewayClient,
  type Http,
  isClientError,
  type NavigationState,
  reveal,
  type Transaction,
  type UpdatedBatch,
  wireHeaders,
} from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { ownTransports } from '../helpers/transports.js'
import { serving } from '../server/gateway/serving.js'

const all = <A>(list: { readonly all: () => AsyncIterable<A> }): Promise<ReadonlyArray<A>> => collect(list.all())
const collect = async <A>(values: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const collected: Array<A> = []
  for await (const value of values) collected.push(value)
  return collected
}

const ids = (rows: ReadonlyArray<{ readonly id: number }>): ReadonlyArray<number> => rows.map(({ id }) => id)

const failure = async (asked: Promise<unknown>): Promise<unknown> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isClientError(error) && error._tag === 'StatusError' ? [error.status, error.message] : error
}

describe.each(ownTransports)('a client of a gateway over %s', (_, transport) => {
  const { client, origin, sandbox, user: person } = serving()

  /** The app in the browser of a person, and all that it sends and gets. */
  const appOf = (externalUserId: string | undefined, config: { readonly retry?: { readonly count: number } } = {}) => {
    const crossed: Array<unknown> = []
    const http: Http = (request) => {
      crossed.push(request.url, wireHeaders(request))
      return transport(request).pipe(tap((answer) => crossed.push(answer)))
    }
    const app = createGatewayClient({
      profile: documentedProfile,
      gateway: `${origin()}/api/bank`,
      http,
      ...(externalUserId === undefined ? {} : { headers: { Cookie: `user=${externalUserId}` } }),
      ...config,
    })
    return { app, crossed }
  }

  it('reads what the client of the server reads, and each person what is his', async () => {
    for (const index of [0, 1]) {
      const { externalUserId } = person(index)
      const direct = client().user({ externalUserId })
      const { app } = appOf(externalUserId)
      const user = app.user()
      expect(await all(user.accounts)).toEqual(await all(direct.accounts))
      expect(await all(user.items)).toEqual(await all(direct.items))
      expect(ids(await all(user.stocks))).toEqual(ids(await all(direct.stocks)))
      const transactions = await collect(user.transactions.all({ limit: 50 }))
      expect(transactions).toEqual(await all(direct.transactions))
      expect(transactions).toHaveLength(120)
      expect(await collect(user.transactions.updated().all({ limit: 50 }))).toEqual(
        await all(direct.transactions.updated()),
      )
    }
    expect(await all(appOf('A6J').app.banks)).toEqual(await all(client().banks))
    expect(await collect(appOf('A6J').app.categories.all({ language: 'fr' }))).toEqual(
      await collect(client().categories.all({ language: 'fr' })),
    )
  })

  it('reads one thing at a time', async () => {
    const user = appOf('A6J').app.user()
    const [stock] = await all(user.stocks)
    const [itemId = 0] = person(0).itemIds
    expect(await firstValueFrom(user.stocks.get(stock?.id ?? 0))).toEqual(stock)
    const statuses = await lastValueFrom(user.items.watchRefresh(itemId).pipe(toArray()))
    expect(statuses.at(-1)).toMatchObject({ status: 'finished' })
    expect(await firstValueFrom(user.bankForm.url({ itemId }))).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/session\//)
  })

  it('shows one page at a time, back and forth', async () => {
    const commands$ = new Subject<'next' | 'previous'>()
    const shown: Array<NavigationState<Transaction>> = []
    const user = appOf('A6J').app.user()
    const script = (['next', 'next', 'previous'] as const).values()
    await lastValueFrom(
      user.transactions.navigate(commands$, { limit: 50 }).pipe(
        tap((page) => {
          shown.push(page)
          const { done, value } = script.next()
          if (done === true) commands$.complete()
          else commands$.next(value)
        }),
        take(4),
      ),
    )
    const pages = shown.map(({ page }) => (page._tag === 'Some' ? ids(page.value.resources) : []))
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20, 50])
    expect(pages[3]).toEqual(pages[1])
  })

  it('sends no credentials, for it has none, and gets none', async () => {
    const { app, crossed } = appOf('A6J')
    await collect(app.user().transactions.all({ limit: 50 }))
    await firstValueFrom(app.user().transactions.watchUpdated())
    const token = await firstValueFrom(client().user({ externalUserId: 'A6J' }).token$)
    const text = JSON.stringify(crossed)
    expect(text.match(/"RxBank-Gateway":"(interactive|background)"/g)).toHaveLength(4)
    const canaries = Object.values(sandbox().credentials).concat(
      token.user.uuid,
      reveal(token.access_token),
      'Bearer',
    ) as ReadonlyArray<string>
    for (const canary of [...canaries, '"Authorization"', '"Client-', 'Service-Version'])
      expect([canary, text.includes(canary)]).toEqual([canary, false])
  })

  it('if nobody is logged in, ends at once: lists, watchers and refreshes', async () => {
    const { app, crossed } = appOf(undefined)
    const user = app.user()
    const refused = [401, expect.stringContaining('nobody is logged in; log in again')]
    expect(await failure(lastValueFrom(user.transactions.pages()))).toEqual(refused)
    expect(await failure(firstValueFrom(user.transactions.watchUpdated()))).toEqual(refused)
    expect(await failure(firstValueFrom(user.items.watchRefresh(1)))).toEqual(refused)
    expect(crossed).toHaveLength(9)
  })

  it('is told that the gateway has another profile, unless it asks for none', async () => {
    const gateway = `${origin()}/api/bank`
    const headers = { Cookie: `user=${person(0).externalUserId}` }
    const named = createGatewayClient({ gateway, headers, http: transport, profile: bridge2021 })
    await expect(lastValueFrom(named.user().transactions.pages())).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/profile', expected: 'the profile of the gateway, documented' }],
    })
    const own = createGatewayClient({
      gateway,
      headers,
      http: transport,
      profile: { ...bridge2021, name: 'documented' },
    })
    expect((await firstValueFrom(own.user().transactions.pages())).resources.length).toBeGreaterThan(0)
  })

  it('hears what the service says no to', async () => {
    expect(await failure(firstValueFrom(appOf('A6J').app.user().stocks.get(404_404)))).toEqual([
      404,
      expect.stringMatching(/^stocks\.get: 404 \w+: no such path or resource/),
    ])
  })
})

describe('a client of a gateway that keeps one link a user', () => {
  const { origin } = serving({ perUser: { maxHandles: 1 } })

  const appOf = () =>
    createGatewayClient({
      profile: documentedProfile,
      gateway: `${origin()}/api/bank`,
      headers: { Cookie: 'user=A6J' },
      retry: { count: 0 },
    }).user()

  it('errors in a list whose link was let go', async () => {
    const [one, other] = [appOf(), appOf()]
    const pages = one.transactions.pages({ limit: 50, pace: () => other.stocks.pages({ limit: 1 }) })
    expect(await failure(lastValueFrom(pages))).toEqual([
      410,
      'transactions.list (page 2): 410 handle_lost: the page is no longer there; read the list from its first page',
    ])
  })

  it('begins the round of a watcher again, and loses nothing', async () => {
    const [one, other] = [appOf(), appOf()]
    const batches: Array<UpdatedBatch<Transaction>> = []
    let disturbed = false
    await firstValueFrom(
      one.transactions
        .watchUpdated({
          limit: 50,
          process: async (batch) => {
            batches.push(batch)
            if (!disturbed) await lastValueFrom(other.stocks.pages({ limit: 1 }).pipe(take(1)))
            disturbed = true
          },
        })
        .pipe(take(4), toArray()),
    )
    expect(batches.map(({ resources }) => resources.length)).toEqual([50, 0, 50, 20])
    expect(new Set(batches.flatMap(({ resources }) => ids(resources))).size).toBe(120)
  })
})
