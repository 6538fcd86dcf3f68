import assert from 'node:assert/strict'
import { lastValueFrom, type Observable, toArray } from 'rxjs'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { createClient, documentedProfile, type Subcategory } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { openConnectSession } from '../../../lib/service/bridge/connectSession.js'
import { serviceVersion } from '../../../lib/service/profile/ServiceVersion.js'

const paths = {
  ...documentedProfile.paths,
  account: '/v2/accounts/:id',
  bank: '/v2/banks/:id',
  category: '/v2/categories/:id',
  connectSession: '/v2/connect-sessions',
  transaction: '/v2/transactions/:id',
}
const profile = { ...documentedProfile, paths }

const play = () => {
  const sandbox = createSandbox({ profile, transactions: 40, banks: 5 })
  const config = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, profile }
  const client = createClient(config)
  return { sandbox, client, user: client.user({ externalUserId: 'A6J' }) }
}

interface List {
  readonly all: () => Observable<{ readonly id: number }>
  readonly get: (id: number) => Observable<{ readonly id: number }>
}

describe('one resource of a sandbox', () => {
  const { sandbox, client, user } = play()

  it.each([
    ['account', user.accounts as List],
    ['bank', client.banks as List],
    ['transaction', user.transactions as List],
  ])('%s is the row of the list', async (_, list) => {
    const rows = await lastValueFrom(list.all().pipe(toArray()))
    expect(rows.length).toBeGreaterThan(4)
    for (const row of rows) expect(await lastValueFrom(list.get(row.id))).toStrictEqual(row)
    await expect(lastValueFrom(list.get(1))).rejects.toMatchObject({ status: 404 })
  })

  it('category is that of the list, with the one above it', async () => {
    const [group] = await lastValueFrom(client.categories.all({ language: 'fr' }).pipe(toArray()))
    const [below] = (group?.categories ?? []) as ReadonlyArray<Subcategory>
    expect(await lastValueFrom(client.categories.get(below?.id ?? 0, { language: 'fr' }))).toStrictEqual({
      ...below,
      parent_id: group?.id,
    })
    await expect(lastValueFrom(client.categories.get(99999))).rejects.toMatchObject({ status: 404 })
  })

  it('transaction is gone when it was deleted', async () => {
    const [row] = await lastValueFrom(user.transactions.all({ limit: 1 }).pipe(toArray()))
    sandbox.deleteTransaction(row?.id ?? 0)
    await expect(lastValueFrom(user.transactions.get(row?.id ?? 0))).rejects.toMatchObject({ status: 404 })
  })
})

describe('a deployment', () => {
  it.each([bridge2018, bridge2021, bridge2025] as unknown as ReadonlyArray<typeof documentedProfile>)(
    '$name has the row of each list, also by itself',
    async (apiVersion) => {
      const sandbox = createSandbox({ profile: apiVersion, transactions: 4, stocks: 4 })
      const [{ email, password } = assert.fail('no user')] = sandbox.users
      const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: apiVersion })
      const user = client.user(apiVersion.name === 'bridge2025' ? { externalUserId: 'A6J' } : { email, password })
      for (const list of [
        user.items,
        user.accounts,
        user.stocks,
        user.transactions,
      ] as unknown as ReadonlyArray<List>) {
        const [row = assert.fail('no row')] = await lastValueFrom(list.all().pipe(toArray()))
        expect(await lastValueFrom(list.get(row.id))).toStrictEqual(row)
        await expect(lastValueFrom(list.get(1))).rejects.toMatchObject({ _tag: 'StatusError', status: 404 })
      }
    },
  )
})

describe('a connect session of a sandbox', () => {
  const service = { profile, version: serviceVersion('2025-01-15', 'beta 3') }

  it('is opened for an item of the user, or for a new one', async () => {
    const { sandbox, user } = play()
    const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
    for (const form of [{ itemId }, { userEmail: 'a@b.example' }]) {
      const { id, url } = await lastValueFrom(user.send(openConnectSession(service, form)))
      expect(url.endsWith(String(id))).toBe(true)
    }
    await expect(lastValueFrom(user.send(openConnectSession(service, { itemId: 1 })))).rejects.toMatchObject({
      status: 404,
    })
    const request = openConnectSession(service, { itemId })
    const unsafe = { ...request, body: { ...request.body, callback_url: 'javascript:alert(1)' } }
    await expect(lastValueFrom(user.send(unsafe))).rejects.toMatchObject({ status: 400 })
  })
})
