import { isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concatMap, EMPTY, firstValueFrom, lastValueFrom, of, Subject, take, tap, toArray } from 'rxjs'
import {
  type AccessToken,
  type AssumedLoanDetails,
  type Bookmark,
  type CheckpointStore,
  createVirtualClock,
  parseBankFormCallback,
  redact,
} from '../../lib/index.js'
import type { SandboxUser } from '../../lib/sandbox.js'
import { apiVersions } from '../helpers/apiVersions.js'
import { listening } from '../helpers/listening.js'

describe.each(apiVersions)('createUserClient at ', ({ profile, config, isAtLeast, from, sent, identityOf }) => {
  const { client, sandbox } = listening({ profile }, config)
  const somebody = (): SandboxUser => sandbox().users[0] as SandboxUser
  const user = (own = client()) => own.user(identityOf(somebody()))
  const routes = () =>
    sandbox()
      .journal.entries()
      .map(({ route }) => route)

  describe('authentication', () => {
    const current = [
      ['user_uuid', () => ({ userUuid: somebody().uuid }), 'external_user_id'],
      ['external_user_id', () => ({ externalUserId: somebody().externalUserId }), 'external_user_id'],
    ] as const

    it.each([
      ...(isAtLeast('2021-06-01') ? current : []),
      ['email and password', () => ({ email: somebody().email, password: somebody().password }), 'email'] as const,
    ])('is by %s', async (_, identity, field) => {
      const token = await firstValueFrom(client().user(identity()).token$)
      expect(token.user).toMatchObject({ uuid: somebody().uuid })
      expect(token.user).toHaveProperty(field)
      expect(token.expires_at.getTime()).toBeGreaterThan(sandbox().now())
      expect(routes()).toEqual(['authenticate'])
    })

    it('is shared by all who name the same identity', async () => {
      const shared = client()
      const identity = identityOf(somebody())
      await Promise.all([
        lastValueFrom(shared.user(identity).items.pages()),
        lastValueFrom(shared.user({ ...identity }).accounts.pages()),
        firstValueFrom(shared.user(identity).token$),
      ])
      expect(routes().filter((route) => route === 'authenticate')).toHaveLength(1)
    })

    it('is repeated once when the service ends the token', async () => {
      const clock = createVirtualClock({ start: Date.now() })
      const own = user(client({ clock }))
      await lastValueFrom(own.items.pages())
      clock.advance(6000)
      sandbox().revokeTokens()
      await lastValueFrom(own.items.pages())
      expect(routes()).toEqual(['authenticate', 'items', 'items', 'authenticate', 'items'])
    })

    it('is repeated after invalidate', async () => {
      const own = user()
      await lastValueFrom(own.items.pages())
      own.invalidate()
      await lastValueFrom(own.items.pages())
      expect(routes()).toEqual(['authenticate', 'items', 'authenticate', 'items'])
    })

    it('can be left to somebody else', async () => {
      const issued = await firstValueFrom(user().token$)
      const supplied = client().user({ token$: of(issued) })
      await expect(firstValueFrom(supplied.accounts.all())).resolves.toHaveProperty('id')
      expect(routes()).toEqual(['authenticate', 'accounts'])
    })

    it('does not use a token that is dead', async () => {
      const dead: AccessToken = { access_token: redact('t'), expires_at: new Date(0), user: { uuid: somebody().uuid } }
      const supplied = client().user({ token$: of(dead) })
      await expect(firstValueFrom(supplied.accounts.all())).rejects.toMatchObject({ _tag: 'TokenUnavailable' })
      expect(routes()).toEqual([])
    })
  })

  it('reads items', async () => {
    const items = await lastValueFrom(user().items.all().pipe(toArray()))
    expect(items.map(({ id }) => id).sort()).toEqual([...somebody().itemIds].sort())
  })

  it('reads accounts', async () => {
    const accounts = await lastValueFrom(user().accounts.all().pipe(toArray()))
    expect(accounts.map(({ id }) => id).sort()).toEqual([...somebody().accountIds].sort())
    expect(accounts[0]?.updated_at).toBeInstanceOf(Date)
  })

  from('2016-01-18')('reads the details of loans and savings', async () => {
    const accounts = await lastValueFrom(user().accounts.all().pipe(toArray()))
    expect(
      accounts
        .filter(({ type }) => type === 'loan')
        .every(({ loan_details }) => typeof (loan_details as AssumedLoanDetails).borrowed_capital === 'number'),
    ).toBe(true)
    expect(accounts.find(({ type }) => type === 'savings')?.savings_details).toHaveProperty('interest_rate')
  })

  it('reads transactions, newest first, every one once', async () => {
    const transactions = await lastValueFrom(user().transactions.all({ limit: 77 }).pipe(toArray()))
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(300)
    const ids = transactions.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(transactions[0]).toMatchObject({ description: expect.any(String), raw_description: expect.any(String) })
  })

  from('beta 3')('reads transactions that were updated, deleted ones among them', async () => {
    const since = new Date(sandbox().now())
    sandbox().advance(5000)
    const [added] = sandbox().insertTransactions(somebody().uuid, 1)
    const [, removed] = await lastValueFrom(user().transactions.all().pipe(take(2), toArray()))
    sandbox().deleteTransaction(removed?.id ?? 0)
    const updated = await lastValueFrom(user().transactions.updated({ since }).all().pipe(toArray()))
    expect(updated.map(({ id, is_deleted }) => [id, is_deleted]).sort()).toEqual(
      [
        [added, false],
        [removed?.id, true],
      ].sort(),
    )
  })

  from('2016-01-18')('reads stocks, one, and those that were updated', async () => {
    const stocks = await lastValueFrom(user().stocks.all().pipe(toArray()))
    expect(stocks.map(({ id }) => id).sort()).toEqual([...somebody().stockIds].sort())
    const [first] = stocks
    await expect(lastValueFrom(user().stocks.get(first?.id ?? 0))).resolves.toMatchObject({ ticker: first?.ticker })
    const since = new Date(sandbox().now() + 1)
    sandbox().advance(1000)
    sandbox().touchStocks(somebody().uuid, 2)
    const updated = await lastValueFrom(user().stocks.updated({ since }).all().pipe(toArray()))
    expect(updated.length).toBeGreaterThanOrEqual(2)
    expect(updated.every(({ updated_at }) => updated_at instanceof Date && updated_at >= since)).toBe(true)
  })

  from('2016-01-18')('watches stocks that are updated, from where it was left', async () => {
    const saved = new Map<string, Bookmark>()
    const store: CheckpointStore = {
      load: (key) => of(saved.has(key) ? some(saved.get(key) as Bookmark) : none),
      save: (key, bookmark) => of(void saved.set(key, bookmark)),
    }
    const processed: Array<number> = []
    const process = (batch: { readonly resources: ReadonlyArray<unknown> }) =>
      of(null).pipe(tap(() => processed.push(batch.resources.length)))
    const watch = () => user().stocks.watchUpdated({ every: 60_000, process, store })
    const first = await firstValueFrom(watch())
    expect(isSome(first.checkpoint)).toBe(true)
    expect(processed).toEqual([first.resources.length])
    expect([...saved.keys()]).toEqual([expect.stringContaining('stocks.updated')])
    await firstValueFrom(watch())
    const queries = sandbox()
      .journal.entries()
      .flatMap(({ route, query }) => (route === 'stocksUpdated' ? [query] : []))
    expect(queries.map((query) => query.replace(/since=[^&]*/, 'since=…'))).toEqual([
      sent('limit=500'),
      sent('since=…&limit=500'),
    ])
  })

  it('asks how far a refresh is, and follows it to its end', async () => {
    const [itemId = 0] = somebody().itemIds
    sandbox().refresh(itemId)
    await expect(lastValueFrom(user().items.refreshStatus(itemId))).resolves.toMatchObject({ status: 'authenticating' })
    const followed = user()
      .items.watchRefresh(itemId, { every: 100 })
      .pipe(
        tap(() => {
          sandbox().advance(2500)
        }),
        toArray(),
      )
    const statuses = (await lastValueFrom(followed)).map(({ status }) => status)
    expect(statuses[0]).toBe('authenticating')
    expect(statuses).toContain('retrieving_data')
    expect(statuses.at(-1)).toBe('finished')
  })

  from('2016-01-18')('keeps no checkpoint of a user without a name, unless a key is given', async () => {
    const nameless = client().user({ token$: user().token$ })
    const store: CheckpointStore = { load: () => of(none), save: () => EMPTY }
    const process = () => EMPTY
    await expect(firstValueFrom(nameless.stocks.watchUpdated({ process, store }))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/key' }],
    })
    const watched = nameless.stocks.watchUpdated({ process, store, key: 'mine' })
    await expect(firstValueFrom(watched)).resolves.toHaveProperty('checkpoint')
  })

  it('takes an undefined option of watchRefresh for one that was left out', async () => {
    const [itemId = 0] = somebody().itemIds
    const options = { until: undefined, deadline: undefined } as never
    const statuses = await lastValueFrom(user().items.watchRefresh(itemId, options).pipe(toArray()))
    expect(statuses.map(({ status }) => status)).toEqual(['finished'])
  })

  it('navigates a list as commands say', async () => {
    const commands$ = new Subject<'next' | 'previous'>()
    const shown: Array<number> = []
    const views = user().transactions.navigate(commands$, { limit: 100 })
    const script = ['next', 'next', 'previous'] as const
    await lastValueFrom(
      views.pipe(
        take(4),
        tap(({ page }) => {
          shown.push(isSome(page) ? page.value.number : 0)
          const command = script[shown.length - 1]
          if (command !== undefined) commands$.next(command)
        }),
      ),
    )
    expect(shown).toEqual([1, 2, 3, 2])
  })

  it('follows a link, and pulls with for await', async () => {
    const own = user()
    const first = await firstValueFrom(own.transactions.pages({ limit: 100 }))
    const second = isSome(first.next) ? await lastValueFrom(own.transactions.page(first.next.value)) : undefined
    expect(second?.number).toBe(2)
    const numbers: Array<number> = []
    for await (const page of own.transactions.pages({ limit: 100 })) {
      numbers.push(page.number)
      if (page.number === 2) break
    }
    expect(numbers).toEqual([1, 2])
    expect(routes().filter((route) => route === 'transactions')).toHaveLength(4)
  })

  from('2016-01-18')('changes a password, after which the old token is gone', async () => {
    const { email, password, uuid } = somebody()
    const own = client().user({ email, password })
    await expect(
      lastValueFrom(own.changePassword({ current: password, next: 'correct horse' })),
    ).resolves.toBeUndefined()
    const entry = sandbox()
      .journal.entries()
      .find(({ route }) => route === 'password')
    expect(entry).toMatchObject({ method: 'PUT', path: `/v2/users/${uuid}/password`, status: 204 })
    await expect(lastValueFrom(own.items.pages())).rejects.toMatchObject({ _tag: 'AuthenticationError' })
    const renewed = client().user({ email, password: 'correct horse' })
    await expect(lastValueFrom(renewed.items.pages())).resolves.toHaveProperty('resources')
  })

  from('2021-06-01')('needs no token to change the password of a user whose uuid it knows', async () => {
    const { password, uuid } = somebody()
    const change = client().user({ userUuid: uuid }).changePassword({ current: password, next: 'correct horse' })
    await expect(lastValueFrom(change)).resolves.toBeUndefined()
    expect(routes()).toEqual(['password'])
  })

  from('2016-01-18')('asks for a new token after a password was changed, if the old one lives or not', async () => {
    const { email, password } = somebody()
    const sent: Array<string> = []
    const lenient = client({
      http: (request) => {
        const { pathname } = new URL(request.url)
        sent.push(pathname)
        return pathname.endsWith('/password') ? of({ status: 204, headers: {}, body: '' }) : sandbox().http(request)
      },
    })
    const own = lenient.user({ email, password })
    await lastValueFrom(own.items.pages())
    await lastValueFrom(own.changePassword({ current: password, next: 'correct horse' }))
    await lastValueFrom(own.items.pages())
    expect(sent.filter((path) => path === '/v2/authenticate')).toHaveLength(2)
  })

  describe('bankForm', () => {
    from('2016-01-18')('gives the address of the form, and its callback is read', async () => {
      const inSandbox = user(client({ environment: 'sandbox' }))
      const form = await lastValueFrom(inSandbox.bankForm.url({ redirectUrl: 'https://app.example/connected' }))
      const callback = sandbox().submitBankForm(form)
      const parsed = parseBankFormCallback(callback, somebody().uuid)
      expect(isRight(parsed) && parsed.right.user_uuid).toBe(somebody().uuid)
      expect(parseBankFormCallback(callback, sandbox().users[1]?.uuid ?? '')._tag).toBe('Left')
    })

    from('beta 3')('edits an item', async () => {
      const [itemId = 0] = somebody().itemIds
      await expect(lastValueFrom(user().bankForm.url({ itemId }))).resolves.toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/session\//,
      )
      expect(sandbox().journal.entries().at(-1)).toMatchObject({
        route: 'bankFormEdit',
        query: sent(`item_id=${String(itemId)}`),
      })
    })

    it('takes a redirect URL with sandbox credentials alone', async () => {
      const form = user().bankForm.url({ redirectUrl: 'https://app.example/connected' })
      await expect(lastValueFrom(form)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/redirectUrl' }],
      })
      expect(routes()).toEqual([])
    })
  })

  it('sends requests of the caller on behalf of the user', async () => {
    const request = { operation: 'items.raw', method: 'GET', path: '/v2/items', access: 'user' } as const
    const list = { ...request, resource: t.unknown }
    const own = user()
    await expect(lastValueFrom(own.send({ ...request, codec: t.UnknownRecord }))).resolves.toHaveProperty('resources')
    await expect(lastValueFrom(own.all(list).pipe(toArray()))).resolves.toHaveLength(2)
    await expect(lastValueFrom(own.pages(list))).resolves.toMatchObject({ number: 1 })
    await expect(firstValueFrom(own.changes(() => list))).resolves.toHaveProperty('checkpoint')
    const polled = own.poll({ ...request, codec: t.unknown }, { every: 100 }).pipe(
      take(2),
      concatMap((answer) => of(answer)),
    )
    await expect(lastValueFrom(polled)).resolves.toHaveProperty('resources')
  })

  it.each([
    ['items.refreshStatus', () => user().items.refreshStatus(-1)],
    ['items.watchRefresh', () => user().items.watchRefresh(1.5)],
    ['stocks.get', () => user().stocks.get('../banks' as never)],
  ])('%s refuses what is no id, before anything is sent', async (_, stream) => {
    await expect(lastValueFrom<unknown>(stream())).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/id' }],
    })
    expect(routes()).toEqual([])
  })
})
