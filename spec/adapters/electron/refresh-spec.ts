import { firstValueFrom, toArray } from 'rxjs'
import { protocolVersion } from '../../../lib/adapters/electron/protocol.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { bridge2021 } from '../../../lib/service/profile/bridge2021.js'
import { closePorts, rawRenderer, renderer, settled } from '../../helpers/electron.js'
import { stubClient } from '../../helpers/stubClient.js'

afterEach(closePorts)

const setup = () => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ seed: 1, clock, transactions: 100, profile: bridge2021 })
  const { http, credentials } = sandbox
  const own = createClient({ profile: bridge2021, ...credentials, http, clock, random: () => 0.5 })
  const user = { externalUserId: 'A6J' }
  const { client } = renderer(own, { user })
  const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
  const asked = (method: string) => sandbox.journal.entries().filter((entry) => entry.method === method).length
  return { clock, sandbox, itemId, main: own.user(user), user: client.user(), asked }
}

describe('a renderer', () => {
  it('starts a refresh, once for each subscription, and follows it', async () => {
    const { clock, user, itemId, asked } = setup()
    const refresh$ = user.items.refresh(itemId)
    await settled()
    expect(asked('POST')).toBe(0)
    const started = await firstValueFrom(refresh$)
    expect(started).toEqual({ itemId, previous: { _tag: 'Some', value: expect.any(Date) }, wasRunning: false })
    expect(asked('POST')).toBe(2)
    const words: Array<string> = []
    user.items.watchRefresh(itemId, { every: 1000 }).subscribe(({ status }) => words.push(status))
    await settled()
    for (let second = 0; second < 15; second++) {
      clock.advance(1000)
      await settled()
    }
    expect(Array.from(new Set(words))).toEqual(['authenticating', 'retrieving_data', 'finished'])
  })

  it('says after which moment it follows a refresh, and for how long it does not believe its end', async () => {
    const { clock, user, itemId } = setup()
    const { refreshed_at: after } = await firstValueFrom(user.items.refreshStatus(itemId))
    if (!(after instanceof Date)) throw new Error('the sandbox says when')
    const words: Array<string> = []
    user.items.watchRefresh(itemId, { after, grace: 5000, every: 1000 }).subscribe(({ status }) => words.push(status))
    await settled()
    for (const expected of [0, 0, 0, 0, 1]) {
      expect(words).toHaveLength(0)
      clock.advance(1000)
      await settled()
      expect(words).toHaveLength(expected)
    }
    expect(words).toEqual(['finished'])
  })

  it('gets one item', async () => {
    const { main, user, itemId } = setup()
    expect(await firstValueFrom(user.items.get(itemId))).toEqual(await firstValueFrom(main.items.get(itemId)))
  })

  it('reads the transactions of one account, and what changes of them', async () => {
    const { main, user } = setup()
    const { account_id: accountId } = await firstValueFrom(main.transactions.all())
    const [own, remote] = [main.accounts.transactions(accountId), user.accounts.transactions(accountId)]
    const expected = await firstValueFrom(own.all().pipe(toArray()))
    expect(await firstValueFrom(remote.all({ limit: 7 }).pipe(toArray()))).toEqual(expected)
    const { resources, next } = await firstValueFrom(remote.pages({ limit: 3 }))
    if (next._tag === 'None') throw new Error('there is one page')
    const second = await firstValueFrom(remote.page(next.value))
    expect([...resources, ...second.resources]).toEqual(expected.slice(0, resources.length + second.resources.length))
    const since = new Date(0)
    const changed = await firstValueFrom(own.updated({ since }).all().pipe(toArray()))
    expect(await firstValueFrom(remote.updated({ since }).all().pipe(toArray()))).toEqual(changed)
    expect((await firstValueFrom(remote.watchUpdated({ since }))).resources).toEqual(changed)
  })

  it.each<unknown>(['x', {}, () => 5, undefined])('is refused the item and the account %p', async (id) => {
    const { user, asked } = setup()
    const { transactions } = user.accounts
    const given = id as number
    const streams = [
      user.items.refresh(given),
      user.items.get(given),
      transactions(given).all(),
      transactions(given).watchUpdated(),
    ]
    for (const stream of streams)
      await expect(firstValueFrom<unknown>(stream)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/id' }],
      })
    expect(asked('GET')).toBe(0)
  })

  it.each(['delete', 'items.delete', 'changePassword', 'send', 'create'])('has no word for %s', async (operation) => {
    const { client, live } = stubClient({})
    const { heard, say } = rawRenderer(client, { user: { externalUserId: 'A6J' } })
    say({ _tag: 'Hello', version: protocolVersion }, { _tag: 'Subscribe', id: 1, operation, subject: 7, settings: {} })
    await settled()
    expect([heard.at(-1), live()]).toEqual([{ _tag: 'Refused', reason: 'message' }, 0])
  })
})
