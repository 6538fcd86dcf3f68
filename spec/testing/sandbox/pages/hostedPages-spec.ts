import { isRight } from 'fp-ts/lib/Either.js'
import { firstValueFrom, lastValueFrom, type Subscription, toArray } from 'rxjs'
import {
  bridge2021,
  bridge2025,
  type ConnectItem,
  type ConnectNewItem,
  connectSession,
  parseConnectCallback,
  parseUserManagementCallback,
  type UserManagementOptions,
  userManagementSession,
} from '../../../../lib/bridge.js'
import { createClient } from '../../../../lib/index.js'
import { createSandbox, type SandboxConfig } from '../../../../lib/sandbox.js'

const open = new Set<Subscription>()

afterEach(() => {
  for (const subscription of open) subscription.unsubscribe()
  open.clear()
})

const callbackUrl = 'https://app.example/connected?own=1'

/** A sandbox on a port of this machine, and its first user. */
const serve = async (config: Partial<SandboxConfig> = {}) => {
  const sandbox = createSandbox({
    profile: bridge2025,
    banks: 200,
    transactions: 40,
    ...config,
  })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    open.add(sandbox.listen().subscribe({ next: resolve, error: reject }))
  })
  const client = createClient({ profile: bridge2025, baseUrl, ...sandbox.credentials })
  const [owner] = sandbox.users
  if (owner === undefined) throw new Error('there is no user')
  const user = client.user({ userUuid: owner.uuid })
  const connect = async (form: ConnectNewItem | ConnectItem): Promise<string> =>
    (await firstValueFrom(user.send(connectSession({ callbackUrl, ...form })))).url
  const manage = async (form: UserManagementOptions = {}): Promise<string> =>
    (await firstValueFrom(user.send(userManagementSession({ callbackUrl, ...form })))).url
  return { sandbox, baseUrl, client, owner, user, connect, manage }
}

/** The characters that a page escapes, as a browser reads them. */
const unescape = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** A browser without scripts: it shows one page, follows redirects, and sends forms. */
const browse = async (address: string) => {
  let [url, text, status] = [address, '', 0]
  const read = async (response: Response): Promise<void> => {
    ;[url, text, status] = [response.url, await response.text(), response.status]
  }
  await read(await fetch(url))
  return {
    url: () => url,
    text: () => text,
    status: () => status,
    title: () => unescape(/<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? ''),
    alert: () => unescape(/role="alert"[^>]*>(.*?)</.exec(text)?.[1] ?? ''),
    link: () => new URL(unescape(/<a class="button[^"]*" href="([^"]*)"/.exec(text)?.[1] ?? ''), url).href,
    visit: async (to: string) => read(await fetch(new URL(to, url))),
    /** Sends the form of the page, with the hidden fields that it has. */
    send: async (...fields: ReadonlyArray<readonly [string, string]>) => {
      const hidden = Array.from(
        text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)">/g),
        ([, name, value]) => [name ?? '', value ?? ''],
      )
      await read(
        await fetch(url, {
          method: 'POST',
          body: new URLSearchParams([...hidden, ...fields] as Array<[string, string]>),
        }),
      )
    },
  }
}

const field =
  (name: string) =>
  (value: string | number): readonly [string, string] => [name, String(value)]
const [bank, login, account] = [field('bank'), field('login'), field('account')]
const leave = ['action', 'leave'] as const

const userEmail = 'ada@mail.example'

describe('the pages of a connect session', () => {
  it('lead from the bank to the callback, and the app reads what was shared', async () => {
    const { sandbox, owner, user, connect } = await serve()
    const page = await browse(await connect({ userEmail, accountTypes: 'all', context: 'order-7' }))
    expect([page.status(), page.title()]).toEqual([200, 'Choose your bank'])
    await page.send(bank(574))
    expect(page.title()).toBe('Log in to Demo Bank')
    await page.send(login('ada'), ['password', 'pa55'])
    expect(page.title()).toBe('Choose the accounts to share')
    await page.send(account(0), account(2))
    expect(page.title()).toBe('Your accounts are shared')

    const callback = parseConnectCallback(page.link(), owner.uuid)
    if (!isRight(callback)) throw new Error('the callback is wrong')
    const { item_id: itemId = 0, ...rest } = callback.right
    expect(rest).toEqual({ user_uuid: owner.uuid, success: true, context: 'order-7' })
    expect(new URL(page.link()).searchParams.get('own')).toBe('1')
    sandbox.advance(10_000)
    expect(await firstValueFrom(user.items.get(itemId))).toMatchObject({ status: 0, provider_id: 574 })
    const accounts = await lastValueFrom(user.accounts.all({ itemId }).pipe(toArray()))
    expect(accounts.map(({ type, data_access }) => [type, data_access])).toEqual(
      expect.arrayContaining([
        ['checking', 'enabled'],
        ['savings', 'disabled'],
        ['card', 'enabled'],
      ]),
    )
  })

  it('ask for a code or a confirmation, and say what is wrong', async () => {
    const { connect } = await serve()
    const page = await browse(await connect({ userEmail, providerId: 574 }))
    await page.send(login('otp_fail'))
    expect(page.title()).toBe('Demo Bank asks for a code')
    await page.send(['code', '123456'])
    expect(page.alert()).toBe('The code is wrong. Enter another one.')
    expect(page.text()).toContain('aria-describedby="error"')
    await page.send(leave)
    expect(new URL(page.link()).searchParams.get('step')).toBe('otp_form')
    const other = await browse(await connect({ userEmail, providerId: 574 }))
    await other.send(login('app2app'))
    await other.send(['action', 'next'])
    await other.send(account(0))
    expect(other.title()).toBe('Your accounts are shared')
  })

  it('repair an item: those of its login, its consent and its bank', async () => {
    const { sandbox, owner, user, connect } = await serve()
    const [itemId = 0] = owner.itemIds
    const page = await browse(await connect({ itemId, accountTypes: 'all' }))
    expect(page.title()).toBe('Log in to Demo Bank')
    await page.send(login('402'))
    expect([page.title(), page.alert()]).toEqual(['Demo Bank could not be read', 'The bank refused the credentials.'])
    await page.send(leave)
    expect(new URL(page.link()).searchParams.get('step')).toBe('edit_bank_creds_form')
    sandbox.advance(10_000)
    expect((await firstValueFrom(user.items.get(itemId))).status).toBe(402)
    const again = await browse(await connect({ itemId, accountTypes: 'all' }))
    await again.send(login('success'))
    await again.send(account(0))
    sandbox.advance(10_000)
    expect((await firstValueFrom(user.items.get(itemId))).status).toBe(0)
  })

  it.each([
    ['402', 402],
    ['1003', 1003],
    ['app2app_expiry', 1010],
  ])('show no account of an item until the bank has accepted a login: %s', async (name, status) => {
    const { sandbox, owner, user, connect, manage } = await serve()
    const known = owner.accountIds
    const page = await browse(await connect({ userEmail, providerId: 574, accountTypes: 'all' }))
    await page.send(login(name))
    await page.send(['action', 'next'])
    await page.send(leave)
    const itemId = Number(new URL(page.link()).searchParams.get('item_id'))
    expect(await firstValueFrom(user.items.get(itemId))).toMatchObject({ status })
    const readAccounts = () => lastValueFrom(user.accounts.all({ itemId }).pipe(toArray()))
    expect([await readAccounts(), owner.accountIds]).toEqual([[], known])
    await page.visit(await manage())
    expect(page.text()).toContain('No account has been read yet')
    await page.send(['repair', String(itemId)])
    await page.send(login('ada'))
    expect(page.text()).toContain('The app cannot read the accounts that you do not choose.')
    await page.send(account(1))
    sandbox.advance(10_000)
    const { status: repaired } = await firstValueFrom(user.items.get(itemId))
    expect([repaired, (await readAccounts()).length]).toEqual([0, 3])
    expect(owner.accountIds).toHaveLength(known.length + 3)
    sandbox.refresh(itemId, { outcome: 'invalid_creds', authenticating: 0 })
    expect(await readAccounts()).toHaveLength(3)
  })

  it('keep what the user has chosen if that is wrong', async () => {
    const { connect } = await serve()
    const page = await browse(await connect({ userEmail, providerId: 574, maxSelectableAccounts: 1 }))
    await page.send(login('ada'))
    expect(page.text().match(/ checked/g)).toHaveLength(2)
    await page.send()
    expect([page.alert(), page.text().match(/ checked/g)]).toEqual(['Choose at least one account.', null])
    await page.send(account(0), account(1))
    expect([page.alert(), page.text().match(/ checked/g)?.length]).toEqual(['Choose at most 1.', 2])
  })

  it('change nothing if the user leaves at once, and have no item then', async () => {
    const { sandbox, owner, connect } = await serve()
    const before = sandbox.users[0]?.itemIds
    const page = await browse(await connect({ userEmail }))
    await page.send(leave)
    expect(page.title()).toBe('You have left')
    expect(parseConnectCallback(page.link(), owner.uuid)).toMatchObject({
      right: { success: false, step: 'highlighted_banks' },
    })
    expect(new URL(page.link()).searchParams.has('item_id')).toBe(false)
    expect(sandbox.users[0]?.itemIds).toEqual(before)
  })

  it('offer payment accounts alone by default, at most as many as the session says, and no choice without one', async () => {
    const { connect } = await serve()
    const page = await browse(await connect({ userEmail, providerId: 574, maxSelectableAccounts: 1 }))
    await page.send(login('ada'))
    expect(page.text()).not.toContain('savings')
    await page.send(account(0), account(1))
    expect(page.alert()).toBe('Choose at most 1.')
    await page.send(account(1))
    expect(page.title()).toBe('Your accounts are shared')
    const other = await browse(await connect({ userEmail, providerId: 574, allowAccountSelection: false }))
    await other.send(login('ada'))
    expect(other.title()).toBe('Your accounts are shared')
  })

  it('search banks, and escape what was searched', async () => {
    const { connect } = await serve()
    const page = await browse(await connect({ userEmail }))
    expect(page.text()).toContain('20 of 200 shown')
    await page.visit(`?q=${encodeURIComponent('demo')}`)
    expect(page.text()).toContain('1 of 1 shown')
    const half = '%F0%9F'
    for (const text of ['"><script>alert(1)</script>', '\u0000', "' onfocus='x", 'x'.repeat(5000)].map(
      encodeURIComponent,
    )) {
      await page.visit(`?q=${text}${half}`)
      expect(page.status()).toBe(200)
      expect(page.text()).not.toMatch(/<script|' onfocus='|x{101}/)
    }
  })

  it('are safe to show, and only if the session says', async () => {
    const { connect } = await serve()
    const [alone, framed] = await Promise.all([
      fetch(await connect({ userEmail })),
      fetch(await connect({ userEmail, parentUrl: 'https://app.example' })),
    ])
    expect(alone.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors https://app.example')
    expect([alone.headers.get('cache-control'), alone.headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ])
    const text = await alone.text()
    expect(text).toMatch(/<html lang="en">[\s\S]*<meta name="viewport"[\s\S]*<main>\n<h1>/)
    const ids = Array.from(text.matchAll(/<label for="(\w+)"/g), ([, id]) => id)
    expect(ids.every((id) => text.includes(`id="${id ?? ''}"`))).toBe(true)
  })

  it('end with their session, which is submitted once', async () => {
    const { sandbox, baseUrl, owner, client, connect } = await serve()
    const url = await connect({ userEmail, providerId: 574 })
    const page = await browse(url)
    await page.send(login('ada'))
    await page.send(account(0))
    const count = sandbox.users[0]?.itemIds.length
    await page.send(['at', 'accounts'], account(0))
    await page.visit(url)
    expect([page.title(), sandbox.users[0]?.itemIds.length]).toEqual(['Your accounts are shared', count])
    expect(() => sandbox.submitBankForm(url)).toThrow(RangeError)

    const submitted = await connect({ userEmail })
    sandbox.submitBankForm(submitted)
    const [itemId = 0] = owner.itemIds
    const ofItem = await connect({ itemId })
    sandbox.removeItem(itemId)
    const orphan = await connect({ userEmail })
    await lastValueFrom(client.users.delete(owner.uuid))
    for (const gone of [
      submitted,
      ofItem,
      orphan,
      `${baseUrl}/session/x`,
      `${baseUrl}/session/`,
      `${baseUrl}/manage/x`,
    ]) {
      await page.visit(gone)
      expect([page.status(), page.title()]).toEqual([404, 'This session has ended'])
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })

  it('are in no journal, and meet no fault', async () => {
    const { sandbox, connect } = await serve()
    const url = await connect({ userEmail })
    sandbox.journal.clear()
    sandbox.faults.add({ kind: 'forbidden' })
    expect((await fetch(url)).status).toBe(200)
    expect(sandbox.journal.entries()).toEqual([])
    await expect(connect({ userEmail })).rejects.toMatchObject({ status: 403 })
  })

  it('end on a page of their own without a callback', async () => {
    const { user } = await serve()
    const { url } = await firstValueFrom(user.send(connectSession({ userEmail, providerId: 574 })))
    const page = await browse(url)
    await page.send(login('ada'))
    await page.send(account(0))
    expect(page.text()).toContain('You can close this page.')
    expect(page.text()).not.toContain('app.sandbox.invalid')
  })

  it('are those of the bank form of earlier API versions, too, and of a sandbox without a port', async () => {
    const sandbox = createSandbox({ profile: bridge2021 })
    const client = createClient({
      profile: bridge2021,
      ...sandbox.credentials,
      http: sandbox.http,
      environment: 'sandbox',
    })
    const user = client.user({ externalUserId: 'A6J' })
    const url = await firstValueFrom(user.bankForm.url({ redirectUrl: 'https://app.example/back' }))
    const read = async (init?: RequestInit): Promise<string> => (await sandbox.fetch(url, init)).text()
    const send = (...fields: ReadonlyArray<readonly [string, string]>) =>
      read({ method: 'POST', body: new URLSearchParams(fields as Array<[string, string]>) })
    expect(await read()).toContain('Choose your bank')
    const [id = ''] = /(?<=name="bank" value=")\d+/.exec(await read()) ?? []
    await send(['at', 'banks'], bank(id))
    await send(['at', 'login'], login('ada'))
    expect(await read()).toMatch(/href="https:\/\/app\.example\/back\?user_uuid=[\da-f-]+&amp;item_id=\d+"/)
  })
})

describe('the pages of a user management session', () => {
  it('list all items with their state in words, those that need the user first, and repair them', async () => {
    const { sandbox, owner, user, manage } = await serve()
    const [, itemId = 0] = owner.itemIds
    sandbox.refresh(itemId, { outcome: 'invalid_creds', authenticating: 0 })
    const page = await browse(await manage({ accountTypes: 'all', context: 'visit-7' }))
    expect(page.title()).toBe('Your banks')
    expect(page.text()).toMatch(
      /Action required[\s\S]*no longer accepts this login[\s\S]*Repair[\s\S]*Connected[\s\S]*Demo Bank[\s\S]*Up to date/,
    )
    expect(parseUserManagementCallback(page.link(), owner.uuid)).toMatchObject({ right: { context: 'visit-7' } })
    await page.send(['repair', String(itemId)])
    expect(page.url()).toContain('/session/')
    await page.send(login('success'))
    await page.send(account(0))
    await page.visit(page.link())
    sandbox.advance(10_000)
    await page.visit(page.url())
    expect(page.text()).not.toContain('Action required')
    expect((await firstValueFrom(user.items.get(itemId))).status).toBe(0)
  })

  it('share accounts anew without a login, and renew no consent', async () => {
    const { sandbox, owner, user, manage } = await serve()
    const [itemId = 0] = owner.itemIds
    const before = await firstValueFrom(user.items.get(itemId))
    const page = await browse(await manage({ accountTypes: 'all' }))
    await page.send(['accounts', String(itemId)])
    expect(page.title()).toBe('Choose the accounts to share')
    expect(page.text().match(/ checked/g)).toHaveLength(3)
    expect(page.text()).toContain('The app can no longer read the accounts that you do not choose.')
    await page.send(account(1))
    await page.visit(page.link())
    sandbox.advance(10_000)
    await page.visit(page.url())
    expect(page.text()).toContain('1 of 3 accounts shared')
    const accounts = await lastValueFrom(user.accounts.all({ itemId }).pipe(toArray()))
    expect(accounts.filter(({ data_access }) => data_access === 'enabled').map(({ type }) => type)).toEqual(['savings'])
    const { authentication_expires_at } = await firstValueFrom(user.items.get(itemId))
    expect(authentication_expires_at).toEqual(before.authentication_expires_at)
    await page.send(['accounts', String(itemId)])
    expect(page.text().match(/ checked/g)).toHaveLength(1)
  })

  it('add a bank, and come back', async () => {
    const { sandbox, manage } = await serve()
    const url = await manage()
    const page = await browse(url)
    await page.send(['add', '1'])
    await page.send(bank(574))
    await page.send(login('ada'))
    await page.send(account(0), account(1))
    await page.visit(page.link())
    expect(page.url()).toBe(url)
    expect(page.text()).toContain('Your bank is being read for the first time')
    expect(sandbox.users[0]?.itemIds).toHaveLength(3)
  })

  it('ignore an item of another user', async () => {
    const { sandbox, manage } = await serve()
    const url = await manage()
    const page = await browse(url)
    for (const id of [String(sandbox.users[1]?.itemIds[0]), 'x', '__proto__', '']) {
      await page.send(['repair', id])
      expect(page.url()).toBe(url)
    }
  })

  it('disable the accounts that are not for payments, without account types', async () => {
    const { sandbox, owner, user, manage } = await serve()
    const [itemId = 0] = owner.itemIds
    const page = await browse(await manage())
    await page.send(['accounts', String(itemId)])
    expect(page.text()).not.toContain('savings')
    await page.send(account(0), account(1))
    sandbox.advance(10_000)
    const accounts = await lastValueFrom(user.accounts.all({ itemId }).pipe(toArray()))
    expect(accounts.find(({ type }) => type === 'savings')?.data_access).toBe('disabled')
  })
})
