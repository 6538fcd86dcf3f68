import { firstValueFrom, lastValueFrom, type Observable } from 'rxjs'
import { type Client, createClient, createVirtualClock, reveal, type UserClient } from '../../lib/index.js'
import { createSandbox, type SandboxUser } from '../../lib/sandbox.js'
import { apiVersions } from '../helpers/apiVersions.js'

type Ask = (client: Client, user: UserClient) => Observable<unknown>

const redirectUrl = 'https://app.example/connected'
const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

/** What not every API version has: the first that does, what is asked, and the operation and the option that the error names. */
const later = [
  ['beta 3', 'bankForm.url', null, (_, user) => user.bankForm.url()],
  ['beta 3', 'bankForm.url', null, (_, user) => user.bankForm.url({ itemId: 1 })],
  ['beta 3', 'transactions.updated', null, (_, user) => user.transactions.updated().pages()],
  ['beta 3', 'transactions.updated', null, (_, user) => user.transactions.watchUpdated()],
  ['2016-01-18', 'categories.list', 'language', (client) => client.categories.all({ language: 'fr' })],
  ['2016-01-18', 'users.items', null, (client) => client.users.items(uuid).pages()],
  ['2016-01-18', 'users.changePassword', null, (_, user) => user.changePassword({ current: 'a', next: 'b' })],
  ['2016-01-18', 'stocks.list', null, (_, user) => user.stocks.all()],
  ['2016-01-18', 'stocks.get', null, (_, user) => user.stocks.get(1)],
  ['2016-01-18', 'stocks.updated', null, (_, user) => user.stocks.updated().all()],
  ['2016-01-18', 'stocks.updated', null, (_, user) => user.stocks.watchUpdated()],
  ['2016-01-18', 'bankForm.url', 'redirectUrl', (_, user) => user.bankForm.url({ redirectUrl })],
] as const satisfies ReadonlyArray<readonly [string, string, string | null, Ask]>

describe.each(apiVersions)(
  'a client at the API version $apiVersion',
  ({ profile, config, serviceVersion, isAtLeast, identityOf }) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 31, 12, 0, 0, 250) })
    const sandbox = createSandbox({ profile, clock, transactions: 10, banks: 10 })
    const { credentials, http } = sandbox
    const somebody = sandbox.users[0] as SandboxUser
    const client = createClient({
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      environment: 'sandbox',
      ...config,
    })
    const user = client.user(identityOf(somebody))

    beforeEach(() => {
      sandbox.journal.clear()
      user.invalidate()
    })

    const missing = later.filter(([since]) => !isAtLeast(since))

    if (missing.length > 0) {
      it.each(missing)('has not yet what came with %s: %s %s', async (since, operation, _, ask) => {
        await expect(lastValueFrom<unknown>(ask(client, user))).rejects.toMatchObject({
          _tag: 'UnsupportedByVersion',
          operation,
          version: serviceVersion,
          since: operation === 'bankForm.url' && !isAtLeast('beta 3') ? 'beta 3' : since,
        })
        expect(sandbox.journal.counts().started).toBe(0)
      })
    }

    it.each([{ userUuid: uuid }, { externalUserId: 'A6J' }])('knows users by %j from 2021-06-01 on', (identity) => {
      const open = () => client.user(identity)
      if (isAtLeast('2021-06-01')) expect(open).not.toThrow()
      else {
        const [option] = Object.keys(identity)
        expect(open).toThrow(`authenticate: version ${serviceVersion} does not have ${String(option)}; set`)
      }
    })

    it('proves the application as the API version wants it, and writes no secret into a URL', async () => {
      await lastValueFrom(user.transactions.pages({ limit: 3 }))
      const entries = sandbox.journal.entries()
      expect(entries.map(({ route, status }) => [route, status])).toEqual([
        ['authenticate', 200],
        ...[1, 2, 3, 4].map(() => ['transactions', 200]),
      ])
      const [authentication] = entries
      const body = JSON.parse(reveal(authentication?.body as never)) as Record<string, unknown>
      expect(body.client_secret).toBe(isAtLeast('2021-06-01') ? undefined : credentials.clientSecret)
      const inQuery = entries.map(({ query }) => query.split(`client_id=${credentials.clientId}`).length - 1)
      expect(inQuery).toEqual(entries.map(() => (isAtLeast('2021-06-01') ? 0 : 1)))
      expect(entries.map(({ headers }) => headers['client-id'])).toEqual(entries.map(() => credentials.clientId))
      expect(JSON.stringify(entries)).not.toContain(credentials.clientSecret)
    })

    it('requests the refresh status if the API version has it', async () => {
      const [itemId = 0] = somebody.itemIds
      await lastValueFrom(user.items.refreshStatus(itemId))
      const path = `/v2/items/${String(itemId)}${isAtLeast('2016-01-18') ? '/refresh/status' : '/status'}`
      expect(sandbox.journal.entries().at(-1)).toMatchObject({ path, status: 200 })
    })

    it('gives every moment as a Date, with the milliseconds that the API version sends', async () => {
      const { expires_at } = await firstValueFrom(user.token$)
      expect(expires_at.toISOString()).toBe(`2026-01-31T14:00:00.${isAtLeast('beta 3') ? '250' : '000'}Z`)
    })
  },
)
