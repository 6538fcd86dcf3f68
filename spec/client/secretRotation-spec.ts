import { inspect } from 'node:util'
import {
  asapScheduler,
  firstValueFrom,
  lastValueFrom,
  map,
  mergeMap,
  NEVER,
  Observable,
  observeOn,
  of,
  range,
  take,
  toArray,
} from 'rxjs'
import { bridge2021 } from '../../lib/bridge.js'
import { type ClientEvent, createClient, type Http, isClientError, type Policy } from '../../lib/index.js'
import { createGateway, logEvents } from '../../lib/node.js'
import { createSandbox, type Sandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { closePorts, renderer, settled } from '../helpers/electron.js'
import { httpServer } from '../helpers/httpServer.js'
import { json } from '../helpers/responses.js'

const sandboxSecret = 'C4N4RY-sandbox'
const user = { externalUserId: 'A6J' }

/** A server on a port, which has the data of a sandbox, and takes one secret at a time. */
const rotatingServer = async (
  given: Partial<Parameters<typeof createSandbox>[0]> = {},
  onRequest: (count: number) => void = () => undefined,
) => {
  const sandbox: Sandbox = createSandbox({
    profile: documentedProfile,
    seed: 1,
    credentials: { clientId: 'id', clientSecret: sandboxSecret },
    ...given,
  })
  const state = { right: 'C4N4RY-1', refused: 0 }
  const server = await httpServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      onRequest(server.requests.length)
      const isRight = request.headers['client-secret'] === state.right
      if (!isRight) state.refused++
      const headers = {
        ...(request.headers as Record<string, string>),
        'client-secret': isRight ? sandboxSecret : 'wrong',
      }
      const { method = 'GET', url = '' } = request
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
      void sandbox.fetch(`http://localhost${url}`, { method, headers, ...body }).then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      })
    })
  })
  return { server, sandbox, state }
}

describe('a secret that changes while the program runs', () => {
  it('costs no request: what is refused is asked again with the new one', async () => {
    let secret = 'C4N4RY-1'
    const { server, sandbox, state } = await rotatingServer({ profile: documentedProfile }, (count) => {
      // The old secret is refused from here on, with requests on their way.
      if (count === 20) secret = state.right = 'C4N4RY-2'
    })
    const asked: Array<string> = []
    const clientSecret = async () => {
      await Promise.resolve()
      asked.push(secret)
      return secret
    }
    const client = createClient({ profile: documentedProfile, baseUrl: server.url, clientId: 'id', clientSecret })
    const read = (turn: number): Observable<object> =>
      turn % 3 === 0 ? client.users.pages({ limit: 5 }) : client.user(user).stocks.pages({ limit: 5 })
    const answers = await lastValueFrom(
      range(0, 30).pipe(
        mergeMap((turn) => read(turn).pipe(take(1)), 4),
        toArray(),
      ),
    )
    expect(answers).toHaveLength(30)
    expect(state.refused).toBeGreaterThan(0)
    expect([asked[0], asked.at(-1)]).toEqual(['C4N4RY-1', 'C4N4RY-2'])
    expect(asked.length).toBeLessThan(10)
    expect(sandbox.journal.counts().routes.authenticate).toBe(1)
    await server.close()
  })

  it('is asked for once for many users who authenticate at once, and again for each authentication', async () => {
    const { server, sandbox, state } = await rotatingServer({ profile: documentedProfile, users: 3 })
    let asked = 0
    const clientSecret = () =>
      new Observable<string>((subscriber) => {
        asked++
        setImmediate(() => subscriber.next(state.right))
      })
    const client = createClient({ profile: documentedProfile, baseUrl: server.url, clientId: 'id', clientSecret })
    const pages = await Promise.all(
      sandbox.users.map(({ externalUserId }) => firstValueFrom(client.user({ externalUserId }).items.pages())),
    )
    expect(pages).toHaveLength(3)
    expect(asked).toBe(1)
    client.user(user).invalidate()
    await lastValueFrom(client.user(user).items.pages())
    expect(asked).toBe(2)
    await lastValueFrom(client.user(user).items.pages())
    expect(asked).toBe(2)
    await server.close()
  })
})

describe('a function in clientSecret', () => {
  const connected = <G extends object = object>(
    given = {} as G,
    config: Partial<Parameters<typeof createSandbox>[0]> = {},
  ) => {
    const sandbox = createSandbox({
      profile: documentedProfile,
      seed: 1,
      credentials: { clientId: 'id', clientSecret: sandboxSecret },
      ...config,
    })
    return {
      sandbox,
      config: {
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'id',
        http: sandbox.http,
        clientSecret: () => sandboxSecret,
        ...given,
      },
    }
  }

  it('serves a user’s requests', async () => {
    const { config, sandbox } = connected()
    const { transactions } = createClient(config).user(user)
    expect(await lastValueFrom(transactions.all().pipe(toArray()))).not.toHaveLength(0)
    expect(sandbox.journal.counts().routes.authenticate).toBe(1)
  })

  it('serves the earlier API versions, which take the secret in the body', async () => {
    const serviceVersion = '2018-06-15'
    const { config, sandbox } = connected({ serviceVersion })
    const { email = '', password = '' } = sandbox.users[0] ?? {}
    const client = createClient(config)
    expect((await lastValueFrom(client.user({ email, password }).items.pages())).resources).not.toHaveLength(0)
  })

  it('is kept for as long as its token lives if a policy hands answers on later', async () => {
    let asked = 0
    const clientSecret = () => {
      asked++
      return sandboxSecret
    }
    const policy: Policy = (next) => (request) => next(request).pipe(observeOn(asapScheduler))
    const { config } = connected({ clientSecret, policy })
    const client = createClient(config)
    for (let turn = 0; turn < 3; turn++) await firstValueFrom(client.user(user).items.pages())
    expect(asked).toBe(1)
  })

  it('is asked for public calls that carry the secret, unless a token of it lives', async () => {
    let asked = 0
    const clientSecret = () => {
      asked++
      return sandboxSecret
    }
    const sent: Array<string> = []
    const { config } = connected({ profile: bridge2021, clientSecret }, { profile: bridge2021 })
    const http: Http = (request) => {
      sent.push(`${request.operation} ${String('Client-Secret' in request.headers)}`)
      return config.http(request)
    }
    const client = createClient({ ...config, http })
    await firstValueFrom(client.banks.pages({ limit: 5 }))
    await firstValueFrom(client.banks.pages({ limit: 5 }))
    expect([asked, sent]).toEqual([2, ['banks.list true', 'banks.list true']])
    await lastValueFrom(client.user(user).items.pages())
    await firstValueFrom(client.banks.pages({ limit: 5 }))
    expect(asked).toBe(3)
  })

  it('serves a gateway', async () => {
    const { config } = connected()
    const gateway = createGateway(createClient(config), { prefix: '/api/bank', authorize: () => user })
    const ask = () =>
      gateway(new Request('https://app.example/api/bank/v2/items', { headers: { 'RxBank-Gateway': 'interactive' } }))
    expect((await ask()).status).toBe(200)
  })

  it.each(['/banks', '/items'])('that fails is told a browser as that, and nothing else, for %s', async (path) => {
    const clientSecret = () => {
      throw new Error('C4N4RY')
    }
    const errors: Array<unknown> = []
    const { config } = connected({ clientSecret, timeout: 50 }, { profile: documentedProfile })
    const gateway = createGateway(createClient({ ...config, profile: bridge2021, retry: { count: 0 } }), {
      prefix: '/api/bank',
      authorize: () => user,
      onError: (error: unknown) => errors.push(error),
    })
    const answer = await gateway(
      new Request(`https://app.example/api/bank/v2${path}`, { headers: { 'RxBank-Gateway': 'interactive' } }),
    )
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ type: 'secret_unavailable' })])
    const expected = path === '/banks' ? {} : { _tag: 'TokenUnavailable', cause: { _tag: 'SecretUnavailable' } }
    expect(errors).toMatchObject([{ _tag: 'SecretUnavailable', ...expected }])
    expect(inspect(errors, { depth: 9, showHidden: true }) + JSON.stringify(errors)).not.toContain('C4N4RY')
  })

  it('serves the windows of an Electron app, and what it fails with stays in the main process', async () => {
    const current = { isDown: true }
    const clientSecret = () => {
      if (current.isDown) throw new Error('C4N4RY')
      return sandboxSecret
    }
    const { config } = connected({ clientSecret, profile: bridge2021, retry: { count: 0 } }, { profile: bridge2021 })
    const { client, crossed } = renderer(createClient(config) as never, { user })
    const errors: Array<unknown> = []
    client.banks.pages().subscribe({ error: (error) => errors.push(error) })
    await settled()
    expect(errors).toMatchObject([{ _tag: 'SecretUnavailable', reason: 'failed', thrown: { _tag: 'None' } }])
    Object.assign(current, { isDown: false })
    let rows = 0
    client
      .user()
      .items.pages()
      .subscribe(({ resources }) => (rows += resources.length))
    await settled()
    expect(rows).toBeGreaterThan(0)
    expect(JSON.stringify(crossed)).not.toContain('C4N4RY')
    closePorts()
  })

  it('does not end what runs for long while it fails, nor is a request sent without a secret', async () => {
    let sent = 0
    const http: Http = () => {
      sent++
      return of(json({}))
    }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clientSecret: () => NEVER,
      http,
      timeout: 20,
      retry: { count: 0 },
    })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    const [listed, read] = await Promise.all(
      [client.users.pages(), client.user(user).items.pages()].map((stream: Observable<unknown>) =>
        lastValueFrom(stream).catch((error: unknown) => error),
      ),
    )
    expect(listed).toMatchObject({ _tag: 'SecretUnavailable', operation: 'users.list', reason: 'timeout' })
    expect(read).toMatchObject({ _tag: 'TokenUnavailable' })
    expect([sent, events.map(({ _tag }) => _tag)]).toEqual([0, ['TokenFailed']])
  })

  it('shows its secret in no event, error or line of a log', async () => {
    const secrets = ['C4N4RY-old', 'C4N4RY-new']
    let turn = 0
    const lines: Array<unknown> = []
    const write = (...line: ReadonlyArray<unknown>) => void lines.push(line)
    const { config } = connected({
      clientSecret: () => Promise.resolve(secrets[turn++ % 2] ?? ''),
      retry: { count: 0 },
    })
    const client = createClient(config)
    const reported: Array<unknown> = []
    client.events$.subscribe((event) => reported.push(event))
    logEvents(client.events$, { debug: write, info: write, warn: write, error: write }, { level: 'debug' })
    const ended = await Promise.all(
      [client.users.pages(), client.user(user).items.pages(), client.users.create({ externalUserId: 'x' })].map(
        (stream: Observable<unknown>) => lastValueFrom(stream.pipe(map(() => 'fine'))).catch((error: unknown) => error),
      ),
    )
    expect(ended.map((error) => isClientError(error) && error._tag)).toEqual(
      expect.arrayContaining(['StatusError', 'AuthenticationError']),
    )
    const shown =
      inspect([client, reported, ended, lines], { depth: 12, showHidden: true, getters: true }) +
      JSON.stringify([reported, ended, lines])
    expect(shown).not.toContain('C4N4RY')
  })
})
