import { createHmac } from 'node:crypto'
import { of, throwError } from 'rxjs'
import type { Deliver, SandboxConfig } from '../../../../lib/sandbox.js'
import { nextScheduledRefresh } from '../../../../lib/testing/sandbox/bridge2025/itemRow.js'
import { root, speak } from './speaking.js'

interface Body {
  readonly type: string
  readonly timestamp: number
  readonly content: Readonly<Record<string, unknown>>
}

const ok: Deliver = () => of({ status: 200 })

const hearing = (answer: Deliver = ok, config: SandboxConfig['webhooks'] = {}) => {
  const sent: Array<{ readonly at: number; readonly request: Request }> = []
  const deliver: Deliver = (request) => {
    sent.push({ at: spoken.sandbox.now(), request: request.clone() })
    return answer(request)
  }
  const spoken = speak({ users: 1, webhooks: { deliver, ...config } })
  const bodies = () => Promise.all(sent.map(({ request }) => request.clone().json() as Promise<Body>))
  return { ...spoken, sent, bodies }
}

const day = 86_400_000

const missing = (): never => {
  throw new Error('nothing was sent')
}

describe('webhooks of API version 2025-01-15', () => {
  it('are signed in upper-case hexadecimal, by each secret of a rotation', async () => {
    const { clock, sandbox, sent } = hearing(ok, { secrets: ['new', 'old'] })
    sandbox.sendTestWebhook()
    clock.advance(0)
    const [{ request } = missing()] = sent
    const body = await request.text()
    const by = (secret: string) => createHmac('sha256', secret).update(body).digest('hex').toUpperCase()
    expect(request.headers.get('bridgeapi-signature')).toBe(`v1=${by('new')},v1=${by('old')}`)
    expect(JSON.parse(body)).toEqual({ content: {}, timestamp: sandbox.now(), type: 'TEST_EVENT' })
  })

  it('tell of a new item, its accounts, and its first refresh', async () => {
    const { clock, sandbox, bodies, post, token, owner } = hearing()
    const answer = post(`${root}/connect-sessions`, { user_email: 'jane@doe.example', account_types: 'all' }, token())
    const { url } = JSON.parse(answer.body) as { readonly url: string }
    const itemId = Number(new URL(sandbox.submitBankForm(url)).searchParams.get('item_id'))
    clock.advance(9000)
    const heard = await bodies()
    const about = { item_id: itemId, user_uuid: owner.uuid }
    const account = { ...about, account_id: expect.any(Number), balance: expect.any(Number), data_access: 'enabled' }
    expect(heard.map(({ type, content }) => [type, content])).toEqual([
      ['item.created', about],
      ['item.account.created', account],
      ['item.account.created', account],
      ['item.account.created', account],
      [
        'item.refreshed',
        {
          ...about,
          status_code: 0,
          status_code_info: 'ok',
          full_refresh: true,
          refresh_trigger: 'connect',
          account_types: 'all',
          authentication_expires_at: new Date(sandbox.now() + 180 * day).toISOString(),
        },
      ],
    ])
  })

  it('tell of the refreshes that the service begins, and of accounts without access neither balance nor counts', async () => {
    const { clock, sandbox, bodies, owner } = hearing()
    const [, item = 0] = owner.itemIds
    clock.advance(nextScheduledRefresh({ id: item, consents: [] }, sandbox.now()) - sandbox.now() + 9000)
    const heard = (await bodies()).filter(({ content }) => content.item_id === item)
    expect(heard.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 4 }, () => 'item.account.updated'),
      'item.refreshed',
    ])
    expect(heard.at(-1)?.content).toMatchObject({ status_code: 0, full_refresh: true, refresh_trigger: 'scheduler' })
    const contents = heard.slice(0, 4).map(({ content }) => content)
    const none = { nb_new_transactions: 0, nb_updated_transactions: 0, nb_deleted_transactions: 0 }
    expect(contents.filter(({ data_access }) => data_access === 'enabled')).toEqual(
      Array<unknown>(3).fill(expect.objectContaining({ ...none, balance: expect.any(Number) })),
    )
    expect(contents.filter(({ data_access }) => data_access === 'disabled')).toEqual([
      { account_id: owner.accountIds[6], item_id: item, user_uuid: owner.uuid, data_access: 'disabled' },
    ])
  })

  it('come once or twice a day for each item, as long as there is one', async () => {
    const { clock, bodies, owner, sandbox, send } = hearing()
    const countUntil = (id: number, end: number): number => {
      let count = 0
      for (let at = sandbox.now(); (at = nextScheduledRefresh({ id, consents: [] }, at)) + 9000 <= end;) count++
      return count
    }
    const [firstId = 0, secondId = 0] = owner.itemIds
    const expected = [firstId, secondId].map((id) => countUntil(id, sandbox.now() + 2 * day))
    const later = countUntil(secondId, sandbox.now() + 3 * day)
    expect(expected.every((count) => count >= 2 && count <= 4)).toBe(true)
    clock.advance(2 * day)
    const refreshesOf = async (item = 0) =>
      (await bodies()).filter(({ type, content }) => type === 'item.refreshed' && content.item_id === item).length
    const [first, second] = owner.itemIds
    expect([await refreshesOf(first), await refreshesOf(second)]).toEqual(expected)
    send(`items/${String(first)}`, 'DELETE')
    clock.advance(day)
    expect([await refreshesOf(first), await refreshesOf(second)]).toEqual([expected[0], later])
  })

  it('tell that the consent has ended', async () => {
    const { clock, sandbox, bodies, get, owner } = hearing()
    const [id = 0] = owner.itemIds
    const end = String(get(`items/${String(id)}`).authentication_expires_at)
    clock.advance(Date.parse(end) - sandbox.now() + day / 2 + 9000)
    const heard = (await bodies()).filter(({ type, content }) => type === 'item.refreshed' && content.item_id === id)
    expect(heard.at(-1)?.content).toMatchObject({
      status_code: 1010,
      status_code_info: 'sca_required_webview',
      full_refresh: false,
      refresh_trigger: 'scheduler',
      authentication_expires_at: end,
    })
  })

  it('tell how many transactions of an account changed', async () => {
    const { clock, sandbox, bodies, owner } = hearing()
    sandbox.insertTransactions(owner.uuid, 1)
    clock.advance(0)
    const [{ type, content } = missing()] = await bodies()
    expect([type, content]).toMatchObject([
      'item.account.updated',
      { nb_new_transactions: 1, nb_updated_transactions: 0, nb_deleted_transactions: 0, data_access: 'enabled' },
    ])
  })

  it('tell of what is deleted: accounts, items, users', async () => {
    const { clock, bodies, owner, send, sandbox } = hearing()
    const { uuid } = owner
    const [first = 0, second = 0] = owner.itemIds
    const accounts = owner.accountIds
    send(`items/${String(first)}`, 'DELETE')
    send(`users/${uuid}`, 'DELETE')
    clock.advance(0)
    const deleted = (item: number, ids: ReadonlyArray<number>) => [
      ...ids.map((id) => ['item.account.deleted', { account_id: id, item_id: item, user_uuid: uuid }]),
      ['item.deleted', { item_id: item, user_uuid: uuid }],
    ]
    expect((await bodies()).map(({ type, content }) => [type, content])).toEqual([
      ...deleted(first, accounts.slice(0, 3)),
      ...deleted(second, accounts.slice(3)),
      ['user.deleted', { user_uuid: uuid }],
    ])
    expect(sandbox.users).toEqual([])
  })
})

describe('a webhook that is not taken', () => {
  const minutes = [0, 1, 5, 15, 60, 180, 360, 720, 1440]

  it.each([
    ['a status that is not 200', () => of({ status: 204 })],
    ['no response', () => throwError(() => new Error('down'))],
  ] as const)('is sent again with growing delays, for less than two days: %s', async (_, answer) => {
    const { clock, sandbox, sent, bodies } = hearing(answer)
    const start = sandbox.now()
    sandbox.sendTestWebhook()
    clock.advance(4 * day)
    const types = (await bodies()).map(({ type }) => type)
    const tests = sent.filter((_, index) => types[index] === 'TEST_EVENT')
    const moments = tests.map(({ at }) => (at - start) / 60_000)
    expect(moments).toEqual(minutes.map((_, index) => minutes.slice(0, index + 1).reduce((sum, one) => sum + one, 0)))
    expect(moments.at(-1)).toBeLessThan(2 * 24 * 60)
    const [first, ...others] = await Promise.all(tests.map(({ request }) => request.clone().text()))
    expect(new Set(others)).toEqual(new Set([first]))
    expect(new Set(tests.map(({ request }) => request.headers.get('bridgeapi-signature'))).size).toBe(1)
  })

  it('is sent no more once it is taken, and the journal says how often it was', () => {
    let left = 2
    const { clock, sandbox } = hearing(() => of({ status: left-- > 0 ? 500 : 200 }))
    sandbox.sendTestWebhook()
    const [entry] = sandbox.webhooks.entries()
    expect(entry).toMatchObject({ type: 'TEST_EVENT', attempts: 1, status: 'pending' })
    clock.advance(0)
    expect(sandbox.webhooks.entries()).toMatchObject([{ attempts: 1, status: 500 }])
    clock.advance(60_000)
    expect(sandbox.webhooks.entries()).toMatchObject([{ attempts: 2, status: 500 }])
    clock.advance(300_000)
    expect(sandbox.webhooks.entries()).toMatchObject([{ number: 1, attempts: 3, status: 200 }])
    clock.advance(600_000)
    expect(sandbox.webhooks.entries()[0]).toMatchObject({ attempts: 3, status: 200 })
  })
})
