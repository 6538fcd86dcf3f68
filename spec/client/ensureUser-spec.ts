import { none } from 'fp-ts/lib/Option.js'
import {
  asapScheduler,
  concat,
  concatMap,
  defer,
  EMPTY,
  firstValueFrom,
  forkJoin,
  identity,
  lastValueFrom,
  NEVER,
  type Observable,
  observeOn,
  of,
  throwError,
  toArray,
} from 'rxjs'
import { bridge2018, bridge2025 } from '../../lib/bridge.js'
import { ensureUser } from '../../lib/client/ensureUser.js'
import { createClient, type HttpRequest, type HttpResponse, NetworkError } from '../../lib/index.js'
import { createSandbox } from '../../lib/sandbox.js'
import { marbles } from '../helpers/marbles.js'

/** The users of an application of the sandbox, whose responses come later. `transform` may change them. */
const opened = (
  profile = bridge2025,
  transform: (response$: Observable<HttpResponse>, request: HttpRequest) => Observable<HttpResponse> = identity,
) => {
  const sandbox = createSandbox({ profile })
  const asked: Array<string> = []
  const http = (request: HttpRequest) =>
    defer(() => {
      asked.push(`${request.method} ${new URL(request.url).search}`)
      return transform(sandbox.http(request).pipe(observeOn(asapScheduler)), request)
    })
  const { users } = createClient({ profile, ...sandbox.credentials, http, retry: { count: 0 } })
  return { sandbox, asked, users }
}

const ada = { externalUserId: 'ada-1' }

describe('users.ensure', () => {
  it('creates the user once, and finds them then', async () => {
    const { users, asked, sandbox } = opened()
    const made = await lastValueFrom(users.ensure(ada).pipe(toArray()))
    expect(made).toMatchObject([{ external_user_id: 'ada-1' }])
    expect(await lastValueFrom(users.ensure(ada).pipe(toArray()))).toEqual(made)
    const look = 'GET ?external_user_id=ada-1&limit=500'
    expect(asked).toEqual([look, 'POST ', look])
    expect(sandbox.users.filter(({ externalUserId }) => externalUserId === 'ada-1')).toHaveLength(1)
  })

  it('takes no user of another id from a list that the service does not filter', async () => {
    const { users, sandbox } = opened()
    sandbox.faults.add({
      kind: 'status',
      status: 200,
      body: '{"resources":[{"uuid":"c2a26c9e-dc23-4f67-b887-bbae0f26c415","external_user_id":"ADA-1"},{"uuid":"c2a26c9e-dc23-4f67-b887-bbae0f26c416"},{"uuid":7}]}',
      on: 'users',
    })
    const { uuid } = await firstValueFrom(users.ensure(ada))
    expect(sandbox.users.find(({ externalUserId }) => externalUserId === 'ada-1')?.uuid).toBe(uuid)
  })

  it('is one user for callers at the same time', async () => {
    const { users, asked, sandbox } = opened()
    const made = await lastValueFrom(forkJoin([users.ensure(ada), users.ensure(ada), users.ensure(ada)]))
    expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1)
    expect(sandbox.users.filter(({ externalUserId }) => externalUserId === 'ada-1')).toHaveLength(1)
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'GET', 'GET'])
  })

  it('finds the user if the response to the creation is lost', async () => {
    const lost = (request: HttpRequest) => new NetworkError({ ...request, origin: 'https://bank.example', code: none })
    const { users, asked } = opened(bridge2025, (response$, request) =>
      request.method === 'POST' ? response$.pipe(concatMap(() => throwError(() => lost(request)))) : response$,
    )
    expect(await firstValueFrom(users.ensure(ada))).toMatchObject({ external_user_id: 'ada-1' })
    expect(asked).toEqual(['GET ?external_user_id=ada-1&limit=500', 'POST ', 'GET ?limit=500'])
  })

  it('errors as the creation did if it made no user', async () => {
    const { users, sandbox } = opened()
    sandbox.faults.add({ kind: 'status', status: 503, on: 'createUser' })
    await expect(firstValueFrom(users.ensure(ada))).rejects.toMatchObject({ _tag: 'StatusError', status: 503 })
  })

  it('errors if the application may have no more users, and still finds those that there are', async () => {
    const { users, sandbox } = opened()
    const body = '{"errors":[{"code":"app.users.maximum_reached","message":"full"}]}'
    sandbox.faults.add({ kind: 'status', status: 403, body, on: 'createUser', times: Infinity })
    await expect(lastValueFrom(users.ensure(ada))).rejects.toMatchObject({ _tag: 'StatusError', status: 403 })
    const [{ externalUserId = '', uuid } = {}] = sandbox.users
    expect(await firstValueFrom(users.ensure({ externalUserId }))).toMatchObject({ uuid })
  })

  it.each([
    {},
    { externalUserId: '' },
    { externalUserId: 7 },
    { userUuid: 'x' },
    { externalUserId: 'a b c!' },
    null,
    'ada',
  ])('refuses %j, and sends nothing', async (user) => {
    const { users, asked } = opened()
    await expect(lastValueFrom(users.ensure(user as never))).rejects.toMatchObject({ _tag: 'ConfigError' })
    expect(asked).toEqual([])
  })

  it('says that an API version has no such ids, and sends nothing', async () => {
    const { users, asked } = opened(bridge2018 as unknown as typeof bridge2025)
    await expect(lastValueFrom(users.ensure(ada))).rejects.toMatchObject({ _tag: 'UnsupportedByVersion' })
    expect(asked).toEqual([])
  })
})

describe('ensureUser', () => {
  const user = { external_user_id: 'a' }

  it('reads no further once the user is found', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const list = cold('-o-u-u|', { o: { external_user_id: 'b' }, u: user })
      const access = { listNamed: () => list, listAll: () => NEVER, create: () => NEVER }
      expectObservable(ensureUser('a', access)).toBe('---(u|)', { u: user })
      expectSubscriptions(list.subscriptions).toBe('^--!')
    })
  })

  it('errors as the creation did if the user is in no list', () => {
    const full = new TypeError('full')
    marbles(({ cold, expectObservable }) => {
      const create = () => cold<typeof user>('-#', undefined, full)
      expectObservable(ensureUser('a', { listNamed: () => EMPTY, listAll: () => NEVER, create })).toBe(
        '-#',
        undefined,
        full,
      )
    })
  })

  it('aborts whatever it does when it is unsubscribed', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const list = cold<typeof user>('--|')
      const create = cold<typeof user>('----')
      const access = { listNamed: () => list, listAll: () => NEVER, create: () => create }
      const ensured$: Observable<unknown> = concat(
        ensureUser('a', access),
        throwError(() => new Error('no')),
        of(1),
      )
      expectObservable(ensured$, '^---!').toBe('-----')
      expectSubscriptions(create.subscriptions).toBe('--^-!')
    })
  })
})
