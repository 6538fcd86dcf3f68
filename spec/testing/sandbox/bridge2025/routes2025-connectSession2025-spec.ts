import { json, type Row } from '../caller.js'
import { type ErrorBody, root, speak } from './speaking.js'

interface Session {
  readonly id: string
  readonly url: string
}

const opening = () => {
  const spoken = speak()
  const open = (body: object) => spoken.post(`${root}/connect-sessions`, body, spoken.token())
  const opened = (body: object) => json<Session>(open(body))
  return { ...spoken, open, opened }
}

const user_email = 'jane@doe.example'

describe('a connect session', () => {
  it('is answered 201 with an id and a URL, which brings a new item of accounts for payments', () => {
    const { clock, open, owner, rows, sandbox } = opening()
    const answer = open({ user_email, callback_url: 'https://app.example/back?a=b', context: 'order-7' })
    expect(answer.status).toBe(201)
    const { id, url } = json<Session>(answer)
    expect(url).toBe(`https://connect.sandbox.invalid/session/${id}`)
    const callback = new URL(sandbox.submitBankForm(url))
    const itemId = Number(callback.searchParams.get('item_id'))
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      a: 'b',
      user_uuid: owner.uuid,
      item_id: String(itemId),
      success: 'true',
      source: 'connect',
      context: 'order-7',
    })
    const item = () => rows('items').find((row) => row.id === itemId)
    expect(item()).toMatchObject({
      provider_id: 574,
      status: -2,
      status_code_info: 'just_added',
      account_types: 'payment',
    })
    expect(item()).not.toHaveProperty('last_try_refresh')
    expect(item()).not.toHaveProperty('authentication_expires_at')
    expect(rows(`accounts?item_id=${String(itemId)}`)).toEqual([
      expect.not.objectContaining({ last_refresh_status: expect.anything() }),
      expect.not.objectContaining({ last_refresh_status: expect.anything() }),
    ])
    clock.advance(9000)
    const now = new Date(sandbox.now())
    expect(item()).toMatchObject({
      status: 0,
      last_try_refresh: now.toISOString(),
      last_successful_refresh: now.toISOString(),
      authentication_expires_at: new Date(Number(now) + 180 * 86_400_000).toISOString(),
    })
    expect(
      rows(`accounts?item_id=${String(itemId)}`)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['card', 'checking'])
  })

  it('reports no earlier reading of a new item whose first one is queued', () => {
    const { clock, opened, rows, sandbox } = opening()
    const { url } = opened({ user_email })
    const callback = new URL(sandbox.submitBankForm(url, { waiting: 1000, outcome: 'invalid_creds' }))
    const item = () => rows('items').find((row) => String(row.id) === callback.searchParams.get('item_id'))
    expect(item()).toMatchObject({ status: -2 })
    for (const field of ['last_try_refresh', 'last_successful_refresh']) expect(item()).not.toHaveProperty(field)
    clock.advance(9000)
    expect(item()).toMatchObject({ status: 402, last_try_refresh: expect.any(String) as string })
  })

  it('is for all accounts, or for a provider, if it says so', () => {
    const { opened, rows, sandbox } = opening()
    const { url } = opened({ user_email, provider_id: 103, account_types: 'all' })
    const itemId = new URL(sandbox.submitBankForm(url)).searchParams.get('item_id')
    expect(rows(`accounts?item_id=${String(itemId)}`)).toHaveLength(3)
    expect(rows('items')[0]).toMatchObject({ id: Number(itemId), provider_id: 103, account_types: 'all' })
  })

  describe('for an item of all accounts', () => {
    const renewing = () => {
      const { opened, owner, rows, sandbox, clock } = opening()
      const [, id = 0] = owner.itemIds
      const access = (): Readonly<Record<string, unknown>> =>
        Object.fromEntries(
          rows(`accounts?item_id=${String(id)}`).map(({ type, data_access }) => [String(type), data_access] as const),
        )
      const renew = (more: object = {}, outcome?: 'invalid_creds') => {
        sandbox.submitBankForm(opened({ item_id: id, ...more }).url, outcome === undefined ? {} : { outcome })
        clock.advance(60_000)
      }
      const types = () => rows('items').find((row) => row.id === id)?.account_types
      return { access, renew, types, before: access() }
    }

    it('takes the access to those that are not for payments, if it does not say that it is for all', () => {
      const { access, renew, types, before } = renewing()
      const whole = Object.keys(before)
      expect(whole.some((type) => type !== 'checking' && type !== 'card')).toBe(true)
      expect(types()).toBe('all')
      renew()
      expect(types()).toBe('payment')
      for (const type of whole)
        expect(access()[type]).toBe(type === 'checking' || type === 'card' ? before[type] : 'disabled')
      renew({ account_types: 'payment' })
      renew({ account_types: 'all' })
      expect([types(), access()]).toEqual(['all', before])
    })

    it('leaves them alone if it says so, or if the user does not succeed', () => {
      const { access, renew, types, before } = renewing()
      renew({ account_types: 'all' })
      renew({}, 'invalid_creds')
      expect([types(), access()]).toEqual(['all', before])
    })
  })

  it('lets the user choose anew which accounts to share, those that were shared before too', () => {
    const { opened, owner, rows, sandbox, clock } = opening()
    const [id = 0] = owner.itemIds
    const accounts = () => rows(`accounts?item_id=${String(id)}`)
    const shared = () => accounts().flatMap((row) => (row.data_access === 'enabled' ? [row.id] : []))
    const [first = 0, second = 0] = shared() as ReadonlyArray<number>
    const renew = (choice: ReadonlyArray<number>) => {
      sandbox.submitBankForm(opened({ item_id: id, account_types: 'all' }).url, { accounts: choice })
      clock.advance(60_000)
    }
    renew([second])
    expect(shared()).toEqual([second])
    expect(rows('transactions?limit=500').filter(({ account_id }) => account_id === first)).toEqual([])
    // Without a choice, the one from before stands.
    sandbox.submitBankForm(opened({ item_id: id, account_types: 'all' }).url)
    expect(shared()).toEqual([second])
    renew([first, second])
    expect(shared()).toEqual(expect.arrayContaining([first, second]))
    const { url } = opened({ item_id: id })
    expect(() => sandbox.submitBankForm(url, { accounts: [owner.accountIds.at(-1) ?? 0] })).toThrow(RangeError)
    expect(() => sandbox.submitBankForm(opened({ user_email }).url, { accounts: [first] })).toThrow(RangeError)
  })

  it('takes the origin of the page that shows it, and nothing else', () => {
    const { open } = opening()
    expect(open({ user_email, parent_url: 'https://app.example' }).status).toBe(201)
    expect(open({ user_email, parent_url: 'http://[::1]:4200' }).status).toBe(201)
    for (const parent_url of ['https://app.example/connected', 'https://*.example', 'https://app.example;sandbox'])
      expect(open({ user_email, parent_url }).status).toBe(400)
  })

  it('is for an item that there is', () => {
    const { clock, opened, open, owner, rows, sandbox } = opening()
    const [id = 0] = owner.itemIds
    const item = (): Row | undefined => rows('items').find((row) => row.id === id)
    const before = item()?.authentication_expires_at
    sandbox.submitBankForm(opened({ item_id: id, force_reauthentication: true }).url)
    expect(item()).toMatchObject({ status: -3, status_code_info: 'just_edited', authentication_expires_at: before })
    clock.advance(9000)
    const end = new Date(sandbox.now() + 180 * 86_400_000).toISOString()
    expect(item()).toMatchObject({ status: 0, authentication_expires_at: end })
    expect(open({ item_id: 1 }).status).toBe(404)
    expect(open({ item_id: sandbox.users[1]?.itemIds[0] }).status).toBe(404)
  })

  it.each([
    ['invalid_creds', 'bank_creds_form'],
    ['info_required', 'otp_form'],
    ['finished_error', 'sync_error'],
  ] as const)('says where a user stopped who was not successful: %s', (outcome, step) => {
    const { opened, sandbox } = opening()
    const callback = new URL(sandbox.submitBankForm(opened({ user_email }).url, { outcome }))
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ success: 'false', step, source: 'connect' })
    expect(callback.searchParams.has('context')).toBe(false)
  })

  it.each([
    ['user_email', {}],
    ['user_email', { user_email: 'jane' }],
    ['country_code', { user_email, country_code: 'France' }],
    ['capabilities', { user_email, capabilities: 'aggregation' }],
    ['context', { user_email, context: 'a b' }],
    ['context', { user_email, context: 'x'.repeat(101) }],
    ['account_types', { user_email, account_types: 'some' }],
    ['max_selectable_accounts', { user_email, max_selectable_accounts: 0 }],
    ['provider_id', { user_email, provider_id: '574' }],
    ['item_id', { item_id: '187000' }],
    ['force_reauthentication', { item_id: 187000, force_reauthentication: 1 }],
  ])('is refused for a %s that is wrong or missing', (property, body) => {
    const answer = opening().open(body)
    expect([answer.status, json<ErrorBody>(answer).property]).toEqual([400, property])
  })

  it.each(['javascript:alert(1)', 'http://app.example', '/back'])('does not lead back to %s', (callback_url) => {
    const answer = opening().open({ user_email, callback_url })
    expect(answer.status).toBe(400)
    expect(json<ErrorBody>(answer).errors?.[0]?.code).toBe('connect_session.callback_url_not_whitelisted')
  })
})
