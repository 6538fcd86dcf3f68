import { isSome } from 'fp-ts/lib/Option.js'
import { catchError, firstValueFrom, from, lastValueFrom, map, mergeMap, type Observable, of, take } from 'rxjs'
import { bridge2025, connectSession, userManagementSession } from '../../../lib/bridge.js'
import { createClient, createGatewayClient, type Http, type HttpRequest, StatusError } from '../../../lib/index.js'
import { createGateway, type CreateGatewayConfig } from '../../../lib/node.js'
import { transaction2025 } from '../../fixtures/bridge2025.js'
import { json } from '../../helpers/responses.js'
import { got } from './serving.js'

const token = { access_token: 't', expires_at: '9999-12-31T00:00:00.000Z' }
const owner = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }

/** A client of a page, its gateway, and what that asks a service whose lists share a path. */
const through = (options: Pick<CreateGatewayConfig, 'excludedOperations' | 'operations'> = {}) => {
  const asked: Array<string> = []
  const service: Http = ({ method, url }: HttpRequest) => {
    const path = url.replace('https://api.bridgeapi.io', '')
    if (path.endsWith('/token')) return of(json({ ...token, user: owner }))
    asked.push(`${method} ${path}`)
    const next_uri = path.includes('after') ? undefined : `${path}${path.includes('?') ? '&' : '?'}after=x`
    const isOne = /\/\d+$/.test(path)
    return of(json(isOne ? transaction2025 : { resources: [transaction2025], pagination: { next_uri } }))
  }
  const server = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 'secret', http: service })
  const gateway = createGateway(server, {
    prefix: '/api/bank',
    authorize: () => ({ externalUserId: 'A6J' }),
    ...options,
  })
  const browser: Http = ({ url, method }) =>
    from(gateway(new Request(url, { method, headers: { 'RxBank-Gateway': 'interactive' } }))).pipe(
      mergeMap((response) => got(response)),
      mergeMap(({ status, headers, text }) => of({ status, headers, body: text })),
    )
  const config = { profile: bridge2025, gateway: 'https://app.example/api/bank', retry: { count: 0 } }
  const client = createGatewayClient({ ...config, http: browser })
  return { asked, client, user: client.user() }
}

describe('lists of one path, through a gateway', () => {
  const since = new Date('2025-01-02T03:04:05.678Z')
  const moment = '2025-01-02T03%3A04%3A05.678Z'

  it('are requested with the parameters of each', async () => {
    const { asked, user } = through()
    await firstValueFrom(user.transactions.pages({ minDate: '2025-01-01', accountId: 7, limit: 2 }))
    await firstValueFrom(user.transactions.updated({ since }).pages())
    await firstValueFrom(user.accounts.transactions(7).pages())
    await firstValueFrom(user.accounts.transactions(8).updated({ since }).pages())
    await firstValueFrom(user.transactions.get(33000191035700))
    expect(asked).toEqual([
      'GET /v3/aggregation/transactions?min_date=2025-01-01&account_id=7&limit=2',
      `GET /v3/aggregation/transactions?since=${moment}`,
      'GET /v3/aggregation/transactions?account_id=7',
      `GET /v3/aggregation/transactions?since=${moment}&account_id=8`,
      'GET /v3/aggregation/transactions/33000191035700',
    ])
  })

  it('are narrowed by the options of each, and so are lists of another path', async () => {
    const { asked, client, user } = through()
    await firstValueFrom(user.transactions.updated({ since, minDate: '2025-01-01', accountId: 7 }).pages())
    await firstValueFrom(user.transactions.watchUpdated({ maxDate: '2025-02-01', limit: 2 }))
    await lastValueFrom(client.banks.pages({ countryCodes: ['FR', 'ES'], limit: 2 }).pipe(take(1))).catch(() => 0)
    await lastValueFrom(user.accounts.pages({ itemId: 5 }).pipe(take(1))).catch(() => 0)
    expect(asked).toEqual([
      `GET /v3/aggregation/transactions?since=${moment}&min_date=2025-01-01&account_id=7`,
      'GET /v3/aggregation/transactions?max_date=2025-02-01&limit=2',
      'GET /v3/providers?country_code=FR%2CES&limit=2',
      'GET /v3/aggregation/accounts?item_id=5',
    ])
  })

  it('leave each single resource to be asked for', async () => {
    const { asked, client, user } = through()
    const read: ReadonlyArray<Observable<unknown>> = [
      user.accounts.get(1),
      user.items.get(2),
      user.stocks.get(3),
      client.banks.get(4),
      client.categories.get(5),
    ]
    for (const one of read) await lastValueFrom(one).catch(() => 0)
    expect(asked).toEqual([
      'GET /v3/aggregation/accounts/1',
      'GET /v3/aggregation/items/2',
      'GET /v3/aggregation/stocks/3',
      'GET /v3/providers/4',
      'GET /v3/aggregation/categories/5',
    ])
  })

  /** What each of these answers, and what is asked of the service. */
  const statusesThrough = async (options: Parameters<typeof through>[0]) => {
    const { asked, user } = through(options)
    const statusOf = (read$: Observable<unknown>): Promise<unknown> =>
      lastValueFrom(
        read$.pipe(
          take(1),
          map(() => 200),
          catchError((error: unknown) => of(error instanceof StatusError ? error.status : error)),
        ),
      )
    const statuses = {
      transactions: await statusOf(user.transactions.pages()),
      updates: await statusOf(user.transactions.updated({ since }).pages()),
      ofAccount: await statusOf(user.accounts.transactions(7).pages()),
      one: await statusOf(user.transactions.get(5)),
      information: await statusOf(user.accounts.information.pages()),
    }
    return { statuses, asked: asked.length }
  }
  const passed = { transactions: 200, updates: 200, ofAccount: 200, one: 200, information: 200 }

  it.each([
    [{}, passed],
    [{ excludedOperations: ['accountsInformation'] }, { ...passed, information: 404 }],
    // The plain list takes their parameters too.
    [{ excludedOperations: ['transactionsUpdated', 'accountTransactions'] }, passed],
    [{ excludedOperations: ['transactions'] }, { ...passed, transactions: 404, updates: 404, ofAccount: 404 }],
    [{ operations: ['transaction'] }, { transactions: 404, updates: 404, ofAccount: 404, one: 200, information: 404 }],
    [
      { operations: ['transaction', 'transactions'], excludedOperations: ['transaction'] },
      { transactions: 200, updates: 200, ofAccount: 200, one: 404, information: 404 },
    ],
  ] as const)('pass only if they are offered: %j', async (options, expected) => {
    const { statuses, asked } = await statusesThrough(options)
    expect(statuses).toEqual(expected)
    expect(asked).toBe(Object.values(expected).filter((status) => status === 200).length)
  })

  it('are followed by handles, which keep what the list is about', async () => {
    const { asked, user } = through()
    const { next } = await firstValueFrom(user.accounts.transactions(7).pages())
    if (!isSome(next)) throw new Error('no link')
    expect((await lastValueFrom(user.accounts.transactions(7).page(next.value))).resources).toHaveLength(1)
    expect(asked.at(-1)).toBe('GET /v3/aggregation/transactions?account_id=7&after=x')
    await expect(lastValueFrom(user.accounts.transactions(8).page(next.value))).rejects.toMatchObject({
      reason: 'foreign-link',
    })
  })

  it('take no parameter that none of them has, and no session in which a user visits the service passes', async () => {
    const { asked, user } = through()
    const line = { operation: 'own', method: 'GET', path: '/v3/aggregation/transactions', access: 'user' } as const
    const codec = bridge2025.codecs.transaction
    await expect(lastValueFrom(user.send({ ...line, query: { before: 'x' }, codec }))).rejects.toMatchObject({
      status: 400,
    })
    for (const session of [connectSession({ itemId: 7 }), userManagementSession()])
      await expect(lastValueFrom(user.send(session))).rejects.toMatchObject({ status: 404 })
    expect(asked).toEqual([])
  })
})
