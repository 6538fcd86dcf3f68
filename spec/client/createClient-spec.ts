import * as t from 'io-ts'
import { EMPTY, firstValueFrom, lastValueFrom, of, take, toArray } from 'rxjs'
import { id, record } from '../../lib/codec.js'
import { createClient, isClientError, reveal } from '../../lib/index.js'
import type { SandboxUser } from '../../lib/sandbox.js'
import { outerVersions } from '../helpers/apiVersions.js'
import { listening } from '../helpers/listening.js'

describe.each(outerVersions)('createClient at the API version $apiVersion', (current) => {
  const { serviceVersion, profile, config, from } = current
  const { client, sandbox } = listening({ profile }, config)
  const uuidOf = (index: number): string => sandbox().users[index]?.uuid ?? ''
  const sent = () => sandbox().journal.entries()

  describe('banks', () => {
    it('reads every bank, with the id of the application alone', async () => {
      const banks = await lastValueFrom(client().banks.all({ limit: 50 }).pipe(toArray()))
      expect(new Set(banks.map((bank) => bank.id)).size).toBe(120)
      expect(sent().map(({ path, query, status }) => [path, query.replace(/after=[^&]*/, 'after=…'), status])).toEqual([
        ['/v2/banks', current.sent('limit=50'), 200],
        ['/v2/banks', current.sent('after=…&limit=50'), 200],
        ['/v2/banks', current.sent('after=…&limit=50'), 200],
      ])
      for (const { headers } of sent()) {
        expect(headers).toMatchObject({ 'client-id': 'sandbox-client', 'service-version': serviceVersion })
        expect(headers).not.toHaveProperty('client-secret')
        expect(headers).not.toHaveProperty('authorization')
      }
    })

    it('needs no secret', async () => {
      const { clientId } = sandbox().credentials
      const secretless = createClient({ baseUrl: 'https://sandbox.invalid', clientId, http: sandbox().http, ...config })
      await expect(lastValueFrom(secretless.banks.pages({ limit: 500 }))).resolves.toMatchObject({ number: 1 })
    })
  })

  describe('categories', () => {
    it('are named by the service if no language is asked for', async () => {
      const categories = await lastValueFrom(client().categories.all().pipe(toArray()))
      expect(categories.map(({ name }) => name).join('; ')).toContain('Food')
    })

    from('2016-01-18')('are named in the language that is asked for', async () => {
      const french = await lastValueFrom(client().categories.all({ language: 'fr' }).pipe(toArray()))
      expect(french.map(({ name }) => name).join('; ')).toContain('Alimentation')
      const categories = await lastValueFrom(client().categories.all({ language: 'en' }).pipe(toArray()))
      expect(categories.map(({ name }) => name).join('; ')).toContain('Food')
      expect(sent().map(({ headers }) => headers['accept-language'])).toEqual(['fr', 'en'])
      expect(sent()[0]?.headers).not.toHaveProperty('client-secret')
    })

    it('are not asked for in a language that the service does not have', async () => {
      const categories = client().categories.pages({ language: 'de' as 'fr' })
      await expect(lastValueFrom(categories)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/language', expected: "'en' or 'fr'" }],
      })
      expect(sent()).toEqual([])
    })
  })

  describe('users', () => {
    it('are listed with the secret and without a token', async () => {
      const users = await lastValueFrom(client().users.all().pipe(toArray()))
      expect(users.map(({ uuid }) => uuid).sort()).toEqual(
        sandbox()
          .users.map(({ uuid }) => uuid)
          .sort(),
      )
      const headers = sent()[0]?.headers ?? {}
      expect(reveal(headers['client-secret'] as never)).toBe('sandbox-secret')
      expect(headers).not.toHaveProperty('authorization')
    })

    from('2016-01-18')('have items, which the application may list', async () => {
      const items = await lastValueFrom(client().users.items(uuidOf(1)).all().pipe(toArray()))
      expect(items.map((item) => item.id).sort()).toEqual([...(sandbox().users[1]?.itemIds ?? [])].sort())
      expect(sent().map(({ path }) => path)).toEqual([`/v2/users/${uuidOf(1)}/items`])
    })

    it('are not asked for by something that is no uuid', async () => {
      const items = client().users.items('../../admin').pages()
      await expect(lastValueFrom(items)).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/userUuid' }] })
      expect(sent()).toEqual([])
    })
  })

  it('says on events$ what it does, and no secret', async () => {
    const banks = client()
    const events = firstValueFrom(banks.events$.pipe(take(2), toArray()))
    await lastValueFrom(banks.banks.pages({ limit: 500 }))
    const reported = await events
    expect(reported.map(({ _tag, operation, request }) => [_tag, operation, request])).toEqual([
      ['Requested', 'banks.list', 1],
      ['Responded', 'banks.list', 1],
    ])
    expect(JSON.stringify(reported)).not.toMatch(/sandbox-(client|secret)/)
  })

  it('decodes a resource with a codec of the caller, and types it so', async () => {
    const named = record('bank', { id, name: t.string }, {})
    const own = createClient({
      baseUrl: 'https://sandbox.invalid',
      ...sandbox().credentials,
      http: sandbox().http,
      codecs: { bank: named },
      ...config,
    })
    const bank = await firstValueFrom(own.banks.all())
    const name: string = bank.name
    expect(name).not.toBe('')
  })

  it('sends requests of the caller', async () => {
    const request = {
      operation: 'banks.raw',
      method: 'GET',
      path: '/v2/banks',
      query: { limit: 1 },
      access: 'public',
    } as const
    const answer = await lastValueFrom(client().send({ ...request, codec: t.type({ resources: t.UnknownArray }) }))
    expect(answer.resources).toHaveLength(1)
    const ids = await lastValueFrom(
      client()
        .all({ ...request, resource: t.type({ id }) })
        .pipe(take(3), toArray()),
    )
    expect(ids.every((bank) => Number.isSafeInteger(bank.id))).toBe(true)
    const pages = await lastValueFrom(
      client()
        .pages({ ...request, resource: t.unknown })
        .pipe(take(2), toArray()),
    )
    expect(pages.map((page) => page.resources.length)).toEqual([1, 1])
  })

  it('does not send a request of a user on behalf of nobody', async () => {
    const request = {
      operation: 'items.own',
      method: 'GET',
      path: '/v2/items',
      access: 'user',
      codec: t.unknown,
    } as const
    await expect(lastValueFrom(client().send(request))).rejects.toMatchObject({ _tag: 'ConfigError' })
    expect(sent()).toEqual([])
  })

  it('throws a ConfigError for a user that is none', () => {
    for (const identity of [
      {},
      { userUuid: 'x' },
      { externalUserId: '' },
      { email: 'a' },
      null,
      'A6J',
      { token$: of(1), externalUserId: 'A6J' },
    ]) {
      expect(() => client().user(identity as never)).toThrow(/wrong configuration/)
    }
  })

  it('does nothing before somebody subscribes', () => {
    const idle = client()
    const user = idle.user(current.identityOf(sandbox().users[0] as SandboxUser))
    const streams = [
      idle.banks.pages(),
      idle.categories.all(),
      idle.users.all(),
      idle.users.items(uuidOf(0)).pages(),
      user.token$,
      user.items.pages(),
      user.items.watchRefresh(1),
      user.stocks.watchUpdated(),
      user.transactions.navigate(EMPTY),
      user.changePassword({ current: 'a', next: 'b' }),
      user.bankForm.url(),
    ]
    expect(streams).toHaveLength(11)
    expect(sent()).toEqual([])
  })

  it('tells a client error from others', () => {
    try {
      createClient({ baseUrl: 'https://bank.example', clientID: 'x' } as never)
      throw new Error('unreachable')
    } catch (error) {
      expect(isClientError(error)).toBe(true)
      expect(String(error)).toContain('did you mean clientId?')
    }
  })
})
