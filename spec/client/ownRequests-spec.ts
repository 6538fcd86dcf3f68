import * as t from 'io-ts'
import { firstValueFrom, lastValueFrom, map, type Observable, toArray } from 'rxjs'
import { createClient, type ListRequest, type Request } from '../../lib/index.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const row = t.type({ id: t.number })
const list = (operation: string, path: string, access: Request<unknown>['access']): ListRequest<{ id: number }> => ({
  operation,
  method: 'GET',
  path,
  access,
  resource: row,
})
const banks = list('own.banks', '/v2/banks', 'public')
const users: ListRequest<{ uuid: string }> = {
  ...list('own.users', '/v2/users', 'application'),
  resource: t.type({ uuid: t.string }),
}
const items = list('own.items', '/v2/items', 'user')

const opened = () => {
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
  })
  return { sandbox, client, user: client.user({ externalUserId: sandbox.users[0]?.externalUserId ?? '' }) }
}

const read = <A>(stream: Observable<A>): Promise<ReadonlyArray<A>> => lastValueFrom(stream.pipe(toArray()))

const failure = (stream: Observable<unknown>): Promise<unknown> =>
  read(stream).then(
    () => 'none',
    (error: unknown) => error,
  )

describe('requests of one’s own', () => {
  it('are read by a client: what is public, and what is the application’s', async () => {
    const { client, sandbox } = opened()
    expect(await firstValueFrom(client.send({ ...banks, codec: t.type({ resources: t.array(row) }) }))).toHaveProperty(
      'resources',
    )
    const pages = await read(client.pages(banks, { limit: 500 }))
    expect(await read(client.all(banks, { limit: 500 }))).toEqual(pages.flatMap(({ resources }) => resources))
    const uuids = await read(client.all(users).pipe(map(({ uuid }) => uuid)))
    expect([...uuids].sort()).toEqual(sandbox.users.map(({ uuid }) => uuid).sort())
    const batch = await firstValueFrom(client.changes(() => banks, { limit: 3 }))
    expect(batch.resources).toHaveLength(3)
    expect((await read(client.sync(() => banks, { limit: 500 }))).at(-1)).toMatchObject({ isLast: true })
    expect(await firstValueFrom(client.poll({ ...banks, codec: t.unknown }, { until: () => true }))).toBeInstanceOf(
      Object,
    )
  })

  it('are read by a user’s client: what is the user’s, with one authentication', async () => {
    const { sandbox, user } = opened()
    const ids = [...(sandbox.users[0]?.itemIds ?? [])].sort()
    const all = await read(user.all(items))
    const [batch] = await read(user.sync(() => items))
    expect([all, batch?.resources ?? []].map((rows) => rows.map(({ id }) => id).sort())).toEqual([ids, ids])
    expect(sandbox.journal.counts().routes.authenticate).toBe(1)
  })

  it('of a user are refused by the application’s client, which says who sends them', async () => {
    const { client, sandbox } = opened()
    const issues = [{ path: '/access', expected: expect.stringContaining('client.user(') as unknown }]
    for (const stream of [
      client.pages(items),
      client.all(items),
      client.changes(() => items),
      client.sync(() => items),
    ])
      expect(await failure(stream)).toMatchObject({ _tag: 'ConfigError', issues })
    expect(sandbox.journal.counts().routes).toEqual({})
  })

  it('that are none are one ConfigError, and nothing is sent', async () => {
    const { client, user, sandbox } = opened()
    const wrong = { ...banks, path: '', method: 'GOT' } as never
    for (const { all, changes, pages, poll, send, sync } of [client, user])
      for (const stream of [send(wrong), pages(wrong), all(wrong), poll(wrong), changes(wrong), sync(wrong)])
        expect(await failure(stream)).toMatchObject({ _tag: 'ConfigError' })
    expect(sandbox.journal.counts().routes).toEqual({})
  })
})
