import { ask, errorType, ids, json, tokenOf, virtualSandbox, walk } from './caller.js'

const setUp = () => {
  const sandbox = virtualSandbox()
  const token = tokenOf(sandbox)
  const form = (path: string, query: Readonly<Record<string, string>> = {}) =>
    ask(sandbox, `/v2/connect/items/${path}/url?${new URLSearchParams(query).toString()}`, { token })
  const url = (path: string, query?: Readonly<Record<string, string>>) =>
    json<{ redirect_url: string }>(form(path, query)).redirect_url
  return { sandbox, token, form, url, user: sandbox.users[0], stranger: sandbox.users[1] }
}

describe('bankForm', () => {
  it('opens another session each time, on https, with the redirect as a parameter', () => {
    const { url } = setUp()
    const [one, other] = [url('add'), url('add', { redirect_url: 'https://app.example/cb?a=1&b=%20' })]
    expect(one).toMatch(/^https:\/\/[^?]+$/)
    expect(new URL(other).searchParams.get('redirect_url')).toBe('https://app.example/cb?a=1&b=%20')
    expect(new URL(one).pathname).not.toBe(new URL(other).pathname)
  })

  it.each([
    'http://localhost:4200/x',
    'http://127.0.0.1/x',
    'http://[::1]:1/',
    'myapp://callback',
    'https://a.example',
  ])('lets the form go back to %s', (redirect) => {
    expect(setUp().form('add', { redirect_url: redirect }).status).toBe(200)
  })

  it('takes an empty redirect_url as none, as clients send it', () => {
    const { url } = setUp()
    expect(url('add', { redirect_url: '' })).toMatch(/^https:\/\/[^?]+$/)
  })

  it.each(['http://app.example', '/relative', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'does not let the form go back to %p',
    (redirect) => {
      const answer = setUp().form('add', { redirect_url: redirect })
      expect([answer.status, errorType(answer)]).toStrictEqual([400, 'bad_request'])
    },
  )

  it('edits the items of the user, no others', () => {
    const { form, user, stranger } = setUp()
    expect(form('edit', { item_id: String(user?.itemIds[0]) }).status).toBe(200)
    expect(form('edit', { item_id: String(stranger?.itemIds[0]) }).status).toBe(404)
    expect(form('edit', { item_id: 'x' }).status).toBe(404)
    expect(form('edit').status).toBe(400)
  })

  it('connects an item when it is filled in, and calls back with the user and the item', () => {
    const { sandbox, token, url, user } = setUp()
    const before = user?.itemIds ?? []
    const callback = new URL(sandbox.submitBankForm(url('add', { redirect_url: 'https://app.example/cb?a=1' })))
    const item = Number(callback.searchParams.get('item_id'))
    expect(`${callback.origin}${callback.pathname}`).toBe('https://app.example/cb')
    expect([callback.searchParams.get('a'), callback.searchParams.get('user_uuid')]).toStrictEqual(['1', user?.uuid])
    expect(before).not.toContain(item)
    expect(user?.itemIds).toStrictEqual([...before, item])
    expect(ids(walk(sandbox, '/v2/items?limit=1', token))).toStrictEqual([...before, item].sort((a, b) => b - a))
    const status = () => json(ask(sandbox, `/v2/items/${String(item)}/refresh/status`, { token }))
    expect(status()).toMatchObject({ status: 'authenticating' })
    sandbox.advance(9000)
    expect(status()).toMatchObject({ status: 'finished' })
  })

  it('refreshes the item that was edited', () => {
    const { sandbox, token, url, user } = setUp()
    const item = String(user?.itemIds[1])
    const callback = sandbox.submitBankForm(url('edit', { item_id: item }), { outcome: 'invalid_creds' })
    sandbox.advance(3000)
    expect(new URL(callback).searchParams.get('item_id')).toBe(item)
    expect(json(ask(sandbox, `/v2/items/${item}/refresh/status`, { token }))).toMatchObject({ status: 'invalid_creds' })
  })

  it('goes back to a scheme of an application', () => {
    const { sandbox, url } = setUp()
    expect(sandbox.submitBankForm(url('add', { redirect_url: 'myapp://callback' }))).toMatch(
      /^myapp:\/\/callback\/?\?user_uuid=[\da-f-]+&item_id=\d+$/,
    )
  })

  it('is filled in once, and only if it was opened', () => {
    const { sandbox, url } = setUp()
    const form = url('add')
    sandbox.submitBankForm(form)
    for (const gone of [form, 'https://connect.sandbox.invalid/session/x', 'x']) {
      expect(() => sandbox.submitBankForm(gone)).toThrow('there is no open bank form')
    }
  })

  it('keeps the newest thousand open', () => {
    const { sandbox, url } = setUp()
    const forms = Array.from({ length: 1001 }, () => url('add'))
    expect(() => sandbox.submitBankForm(forms[0] ?? '')).toThrow(RangeError)
    expect(sandbox.submitBankForm(forms[1] ?? '')).toContain('item_id=')
  })

  it('gives every item and account of all users another id', () => {
    const { sandbox, url } = setUp()
    for (let count = 0; count < 5; count++) sandbox.submitBankForm(url('add'))
    const items = sandbox.users.flatMap(({ itemIds }) => itemIds)
    const accounts = sandbox.users.flatMap(({ accountIds }) => accountIds)
    expect(items).toHaveLength(11)
    expect(new Set(items).size).toBe(items.length)
    expect(new Set(accounts).size).toBe(accounts.length)
  })
})
