import assert from 'node:assert/strict'
import { firstValueFrom, lastValueFrom, type Observable, of, toArray } from 'rxjs'
import { bridge2018, bridge2021, bridge2025, type Bridge2025Resources } from '../../lib/bridge.js'
import {
  type CallConfig,
  createClient,
  createGatewayClient,
  documentedProfile,
  type FeedList,
  type HttpRequest,
  liveFeed,
  type OperationKey,
  operationTable,
  type Policy,
  type ServiceProfile,
} from '../../lib/index.js'
import { createSandbox, type Sandbox } from '../../lib/sandbox.js'
import { closePorts, renderer } from '../helpers/electron.js'
import { json } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'
import { serving } from '../server/gateway/serving.js'

afterEach(closePorts)

interface Row {
  readonly id: number
}

interface Readable {
  readonly all: (config?: CallConfig) => Observable<unknown>
  readonly pages: FeedList<Row>['pages']
}

interface Single extends Readable {
  readonly get: (id: number, config?: CallConfig) => Observable<unknown>
}

/** The reads that a client, a client of a gateway and a window have in common. */
interface Reads {
  readonly banks: Single
  readonly categories: Single
  readonly accounts: Single & { readonly information: Readable }
  readonly insights: { readonly category: () => Observable<unknown> }
  readonly items: Single
  readonly stocks: Single
  readonly transactions: Single
}

type ListName = Exclude<keyof Reads, 'insights'>

const apiVersions = [bridge2018, bridge2021, bridge2025] as unknown as ReadonlyArray<ServiceProfile>

const single: Readonly<Record<ListName, OperationKey>> = {
  accounts: 'account',
  banks: 'bank',
  categories: 'category',
  items: 'item',
  stocks: 'stock',
  transactions: 'transaction',
}

const listNames = Object.keys(single) as ReadonlyArray<ListName>

const everything = (list: Readable): Promise<ReadonlyArray<unknown>> => lastValueFrom(list.all().pipe(toArray()))

/** The first user, as the API version names users. */
const identityIn = ({ users }: Sandbox, { name }: ServiceProfile) => {
  const [{ uuid, email, password } = assert.fail('no user')] = users
  return name === 'bridge2025' ? { userUuid: uuid } : { email, password }
}

describe.each(apiVersions)('the reads of $name over HTTP', (profile) => {
  const identity = () => identityIn(sandbox(), profile)
  const priorities: Array<string> = []
  const policy: Policy = (next) => (request) => {
    if (request.operation !== 'authenticate') priorities.push(request.priority)
    return next(request)
  }
  const { sandbox, client, origin } = serving(
    { authorize: identity },
    { sandbox: { profile, transactions: 20, banks: 4, stocks: 3 }, client: { profile, policy } },
  )
  const reads = (surface: object, user: object): Reads => {
    const { banks, categories } = surface as Reads
    return { ...(user as Reads), banks, categories }
  }

  const surfaces: ReadonlyArray<readonly [name: string, open: () => Reads]> = [
    ['a client', () => reads(client(), client().user(identity()))],
    [
      'a client of a gateway',
      () => {
        const app = createGatewayClient({ gateway: `${origin()}/api/bank`, profile })
        return reads(app, app.user())
      },
    ],
    [
      'a window',
      () => {
        const { client: remote } = renderer(client(), { user: identity() })
        return reads(remote, remote.user())
      },
    ],
  ]

  it.each(surfaces)('give each row of a list by its id to %s; another id is a 404', async (_, open) => {
    const read = open()
    for (const name of listNames) {
      const list = read[name]
      const [row = assert.fail(name)] = (await everything(list)) as ReadonlyArray<Row>
      expect([name, await lastValueFrom(list.get(row.id))]).toMatchObject([name, { id: row.id }])
      await expect(lastValueFrom(list.get(4_000_000_000_000))).rejects.toMatchObject({
        _tag: 'StatusError',
        operation: `${name}.get`,
        status: 404,
      })
    }
  })

  it.each(surfaces)('are requests with the priority that is asked for, of %s', async (_, open) => {
    const { accounts } = open()
    const [row = assert.fail()] = (await everything(accounts)) as ReadonlyArray<Row>
    for (const priority of ['background', 'interactive'] as const) {
      priorities.length = 0
      await lastValueFrom(accounts.all({ priority }))
      await lastValueFrom(accounts.get(row.id, { priority }))
      expect(priorities).toEqual([priority, priority])
    }
  })

  it.each(surfaces)('show a feed that is live, of %s', async (_, open) => {
    const { transactions } = open()
    const feed = await firstValueFrom(liveFeed(transactions, { pageSize: 7 }))
    const newest = (await everything(transactions)).slice(0, 7)
    expect(feed).toEqual({ rows: newest, hasMore: true, status: 'live' })
  })

  it('need no user for a bank and a category', async () => {
    const { banks, categories } = client() as unknown as Reads
    for (const list of [banks, categories]) {
      const [row = assert.fail()] = (await everything(list)) as ReadonlyArray<Row>
      expect(await lastValueFrom(list.get(row.id))).toMatchObject({ id: row.id })
    }
    expect(sandbox().journal.counts().routes).not.toHaveProperty('authenticate')
  })

  it.each(surfaces)(
    'give insights and account information to %s, or say that the API version has none',
    async (_, open) => {
      const { insights, accounts } = open()
      const insight = lastValueFrom(insights.category())
      if (profile.paths.categoryInsights === null)
        await expect(insight).rejects.toMatchObject({ _tag: 'UnspecifiedOperation', key: 'paths.categoryInsights' })
      else expect(await insight).toHaveProperty(profile.name === 'bridge2025' ? 'resources' : 'categories')

      const rows = everything(accounts.information)
      if (profile.paths.accountsInformation === null)
        await expect(rows).rejects.toMatchObject({ _tag: 'UnspecifiedOperation', key: 'paths.accountsInformation' })
      else {
        const [{ itemIds } = assert.fail()] = sandbox().users
        const bank = profile.name === 'bridge2025' ? 'provider_id' : 'bank_id'
        const account = { id: expect.any(Number) as unknown, [bank]: expect.any(Number) as unknown }
        const information = (item_id: number) => ({
          item_id,
          first_name: expect.any(String) as unknown,
          last_name: expect.any(String) as unknown,
          accounts: expect.arrayContaining([expect.objectContaining(account)]) as unknown,
        })
        const reported = (await rows) as ReadonlyArray<{ readonly item_id: number }>
        expect(Array.from(reported).sort((a, b) => a.item_id - b.item_id)).toEqual(itemIds.map(information))
      }
    },
  )
})

const withInsights = apiVersions.filter(({ paths }) => paths.categoryInsights !== null)

it.each(withInsights.flatMap((profile) => [403, 404].map((status) => [profile.name, status, profile] as const)))(
  'insights of %s that were not bought are a %d',
  async (_, status, profile) => {
    const sandbox = createSandbox({ profile })
    sandbox.faults.add({ kind: 'status', status, on: 'insights.category' })
    const client = createClient({ profile, ...sandbox.credentials, http: sandbox.http })
    const { insights } = client.user(identityIn(sandbox, profile))
    await expect(lastValueFrom(insights.category())).rejects.toMatchObject({
      _tag: 'StatusError',
      operation: 'insights.category',
      status,
    })
  },
)

describe.each(withInsights)('insights of $name through a gateway', (profile) => {
  const { sandbox, get } = serving(
    { authorize: () => identityIn(sandbox(), profile) },
    { sandbox: { profile, transactions: 5, banks: 1, stocks: 1 }, client: { profile } },
  )

  it.each([
    ['', 200],
    ['?user_uuid=c2a26c9e-dc23-4f67-b887-bbae0f26c415', 400],
    ['?limit=5', 400],
    ['?handle=x', 400],
    ['/', 404],
    ['/7', 404],
    ['/../../users', 404],
  ])('take nothing from a browser: %j is %d', async (rest, status) => {
    const path = String(profile.paths.categoryInsights)
    expect(await get(`${path}${rest}`)).toMatchObject({ status })
    const { categoryInsights = 0 } = sandbox().journal.counts().routes
    expect(categoryInsights).toBe(status === 200 ? 1 : 0)
  })
})

describe('the reads of the API', () => {
  it('send nothing if the profile has no path for them', async () => {
    const asked: Array<HttpRequest> = []
    const http = (request: HttpRequest) => {
      asked.push(request)
      return of(json({}))
    }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clientSecret: 's',
      http,
    })
    const user = client.user({ token$: of(lastingToken()) })
    const streams: ReadonlyArray<readonly [OperationKey, Observable<unknown>]> = [
      ['account', user.accounts.get(1)],
      ['accountsInformation', user.accounts.information.pages()],
      ['bank', client.banks.get(1)],
      ['category', client.categories.get(1)],
      ['categoryInsights', user.insights.category()],
      ['item', user.items.get(1)],
      ['transaction', user.transactions.get(1)],
    ]
    for (const [key, stream] of streams) {
      expect(documentedProfile.paths[key]).toBeNull()
      await expect(lastValueFrom(stream)).rejects.toMatchObject({
        _tag: 'UnspecifiedOperation',
        operation: operationTable[key].name,
        key: `paths.${key}`,
      })
    }
    expect(asked).toEqual([])
  })
})

describe('answers of insights and account information that nobody has described', () => {
  const answering = (body: unknown, next: ReadonlyArray<unknown> = []) => {
    const bodies = [body, ...next]
    const http = () => of(json(bodies.shift()))
    const client = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 's', retry: { count: 0 }, http })
    return client.user({ token$: of(lastingToken()) })
  }

  it.each([{}, { resources: [], pagination: null }, JSON.parse('{"__proto__":{"a":1},"constructor":null}') as object])(
    'arrive as they were sent: %j',
    async (body) => {
      const insights: Bridge2025Resources['categoryInsights'] = await lastValueFrom(answering(body).insights.category())
      expect(JSON.stringify(insights)).toBe(JSON.stringify(body))
    },
  )

  it.each([[[]], ['text'], [7], [null]])('are refused if they are no object: %j', async (body) => {
    await expect(lastValueFrom(answering(body).insights.category())).rejects.toMatchObject({ _tag: 'DecodeError' })
  })

  it('are read to the last page, with fields that are unknown, missing, null or of other types', async () => {
    const rows = [{ item_id: 7, first_name: null, age: 36 }, { last_name: 5, accounts: 'none' }, {}]
    const [one, ...others] = rows
    const next_uri = '/v3/aggregation/accounts-information?after=x'
    const user = answering({ resources: [one], pagination: { next_uri } }, [{ resources: others }])
    expect(await lastValueFrom(user.accounts.information.all().pipe(toArray()))).toEqual(rows)
  })
})
