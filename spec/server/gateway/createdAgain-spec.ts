import { lastValueFrom, map } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { type Client, createClient, createVirtualClock, type Http } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { got, type Got } from './serving.js'

const second = 1000

/** A gateway to a sandbox in this process, whose clock is virtual. `refusal`: the status for the token of a user who is gone. */
const setUp = (refusal = 401) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15) })
  const sandbox = createSandbox({ profile: bridge2025, dialect: dialect2025, clock, transactions: 120, users: 2 })
  const http: Http = (request) =>
    sandbox
      .http(request)
      .pipe(map((response) => (response.status === 401 ? { ...response, status: refusal } : response)))
  const client: Client = createClient({ profile: bridge2025, ...sandbox.credentials, http, clock })
  const gateway = createGateway(client, { authorize: () => ({ externalUserId: 'A6J' }), onError: () => undefined })
  const get = async (path: string): Promise<Got> => {
    const response = gateway(
      new Request(`https://app.example${path.startsWith('/v3') ? path : `/v3/aggregation${path}`}`, {
        headers: { 'rxbank-gateway': 'interactive' },
      }),
    )
    for (let turn = 0; turn < 5; turn++) {
      await new Promise(setImmediate)
      clock.advance(0)
    }
    return got(await response)
  }
  const { uuid = '' } = sandbox.users.find(({ externalUserId }) => externalUserId === 'A6J') ?? {}
  const createAgain = (): string => {
    clock.advance(10 * second)
    return sandbox.recreateUser(uuid)
  }
  /** Deletes the user from another process. */
  const deleteUser = async (): Promise<void> => {
    clock.advance(10 * second)
    const other = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const deleted = lastValueFrom(other.users.delete(uuid), { defaultValue: undefined })
    clock.advance(0)
    await deleted
  }
  return { clock, sandbox, get, createAgain, deleteUser }
}

const next = ({ json }: Got): string => json.pagination?.next_uri ?? ''
const ids = ({ json }: Got): ReadonlyArray<number> => (json.resources ?? []).map(({ id }) => id)

describe('createGateway, after the user was erased and created again under the same id', () => {
  it('refuses the handles of the old user, before it calls the service', async () => {
    const { sandbox, get, createAgain } = setUp()
    const handle = next(await get('/transactions?limit=50'))
    expect((await get(handle)).status).toBe(200)
    createAgain()
    await get('/items') // the token of the new user
    sandbox.journal.clear()
    const { status, json } = await get(handle)
    expect([status, json.type]).toEqual([410, 'handle_lost'])
    expect(sandbox.journal.counts().started).toBe(0)
  })

  it('refuses them also if the token of the old user is still cached', async () => {
    const { sandbox, get, createAgain } = setUp()
    const handle = next(await get('/transactions?limit=50'))
    createAgain()
    const { status, json } = await get(handle)
    expect([status, json.type]).toEqual([410, 'handle_lost'])
    expect(sandbox.journal.counts().routes.authenticate).toBe(2)
  })

  it('still accepts those of public lists, and new ones', async () => {
    const { get, createAgain, sandbox } = setUp()
    const banks = next(await get('/v3/providers?limit=2'))
    sandbox.insertTransactions(createAgain(), 60)
    const transactions = next(await get('/transactions?limit=50'))
    const pages = [await get(banks), await get(transactions)]
    expect(pages.map((page) => [page.status, ids(page).length])).toEqual([
      [200, 2],
      [200, 10],
    ])
  })

  it.each([401, 404])('drops the cached token when the service answers it with %d', async (refusal) => {
    const { sandbox, get, createAgain } = setUp(refusal)
    const before = ids(await get('/items'))
    createAgain()
    const after = await get('/items')
    expect(after.status).toBe(200)
    expect(ids(after).length).toBe(before.length)
    expect(ids(after).some((id) => before.includes(id))).toBe(false)
    expect(sandbox.journal.counts().routes.authenticate).toBe(2)
  })

  it('keeps the token after a 404 that is about something else', async () => {
    const { clock, sandbox, get } = setUp(404)
    await get('/items')
    clock.advance(10 * second)
    sandbox.faults.add({ kind: 'status', status: 404, on: 'accounts.information' })
    const paths = ['/items/1', '/transactions?account_id=1', '/accounts-information']
    const answers = await Promise.all(paths.map((path) => get(path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(sandbox.journal.counts().routes.authenticate).toBe(1)
  })

  it('authenticates once for a user who is only gone', async () => {
    const { sandbox, get, deleteUser } = setUp(404)
    await get('/items')
    await deleteUser()
    const { status, json } = await get('/items')
    expect([status, json.type]).toEqual([403, 'not_found'])
    expect(sandbox.journal.counts().routes.authenticate).toBe(2)
  })
})
