import { EMPTY, map, NEVER, type ObservableInput, of, config as rxjs, throwError } from 'rxjs'
import { createClient, createVirtualClock, isClientError } from '../../../lib/index.js'
import { createGateway, type LoggedInUser } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { got } from './serving.js'

const canary = 'C4N4RY'
const headers = { 'RxBank-Gateway': 'interactive' }
const question = () => new Request('https://app.example/v2/items', { headers })

/** Asks once, as an app says who it is. */
const asking = (
  authorize: (request: Request) => LoggedInUser | ObservableInput<LoggedInUser>,
  onError: (error: unknown) => void = () => undefined,
) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const { credentials, http, users } = createSandbox({ profile: documentedProfile, clock })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
  })
  const gateway = createGateway(client, { authorize, onError })
  return { clock, users, answer: gateway(question()).then(got) }
}

describe('authorize', () => {
  const user = { externalUserId: 'A6J' }

  it.each([
    ['a value', user],
    ['a Promise', Promise.resolve(user)],
    ['an Observable', of(user)],
    ['the first value of one that goes on', of(user, null)],
  ])('may tell the user by %s', async (_, reported) => {
    expect((await asking(() => reported).answer).status).toBe(200)
  })

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a Promise of null', Promise.resolve(null)],
    ['an Observable that is empty', EMPTY],
  ])('tells that it is nobody by %s', async (_, reported) => {
    expect((await asking(() => reported).answer).status).toBe(401)
  })

  it.each([
    ['a thenable without a result', { then: () => undefined }],
    ['a `then` that is no function', { then: 7 }],
    ['a `subscribe` that is no function', { subscribe: 7 }],
  ])('may not tell by %s', async (_, reported) => {
    const faults: Array<unknown> = []
    const { status } = await asking(
      () => reported as never,
      (error) => faults.push(error),
    ).answer
    expect(status).toBe(500)
    expect(faults).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/authorize' }] }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error(canary)
      },
    ],
    ['rejects', () => Promise.reject(new Error(canary))],
    ['errors', () => throwError(() => new Error(canary))],
  ])('may fail, which the browser hears nothing of: %s', async (_, authorize) => {
    const reported: Array<unknown> = []
    const { status, text } = await asking(authorize, (error) => reported.push(error)).answer
    expect([status, text.includes(canary)]).toEqual([500, false])
    expect(reported.map(String)).toEqual([`Error: ${canary}`])
  })

  it.each([
    ['is unreachable', { kind: 'disconnect', times: Infinity }, 'NetworkError'],
    ['has no such thing', { kind: 'status', status: 404, body: `{"type":"secret"}` }, 'StatusError'],
  ] as const)('may ask a service itself: where that %s, it is authorize that failed', async (_, fault, name) => {
    const { credentials, http, faults } = createSandbox({ profile: documentedProfile })
    const own = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      retry: { count: 0 },
    })
    faults.add(fault)
    const reported: Array<unknown> = []
    const { status, json } = await asking(
      () => own.banks.all().pipe(map(() => user)),
      (error) => reported.push(error),
    ).answer
    expect([status, json.type]).toEqual([500, 'gateway_failed'])
    expect(reported.map((error) => isClientError(error) && error._tag)).toEqual([name])
  })

  it.each([
    ['true', true],
    ['a string', canary],
    ['an empty object', {}],
    ['an empty id', { externalUserId: '' }],
    ['two identities', { externalUserId: canary, userUuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }],
    ['more than an identity', { externalUserId: 'A6J', name: canary }],
    ['tokens', { token$: NEVER }],
  ])('must tell an identity: %s is none', async (_, reported) => {
    const errors: Array<unknown> = []
    const { status, text } = await asking(
      () => reported as never,
      (error) => errors.push(error),
    ).answer
    expect([status, text.includes(canary)]).toEqual([500, false])
    expect(errors.map((error) => isClientError(error) && error._tag)).toEqual(['ConfigError'])
    expect(String(errors[0])).not.toContain(canary)
  })

  it('is given up after four fifths of the time of an answer', async () => {
    const errors: Array<unknown> = []
    const { clock, answer } = asking(
      () => NEVER,
      (error) => errors.push(error),
    )
    clock.advance(19_999)
    expect(errors).toEqual([])
    clock.advance(1)
    expect((await answer).status).toBe(500)
    expect(errors.map(String)).toEqual(['Error: authorize did not answer within 20000 ms'])
    expect(clock.pending()).toBe(0)
  })

  it('gets the request and its context', async () => {
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const seen: Array<unknown> = []
    const gateway = createGateway(client, {
      authorize: (request, context: { readonly session: string }) => {
        seen.push(request, context)
        return user
      },
    })
    const [request, context] = [question(), { session: 'S' }]
    await gateway(request, context)
    expect(seen).toEqual([request, context])
    expect(seen[0]).toBe(request)
  })

  it('is not asked about what is refused anyway', async () => {
    const authorize = jest.fn(() => user)
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const gateway = createGateway(client, { authorize })
    for (const [url, init] of [
      ['https://app.example/v2/users', { headers }],
      ['https://app.example/v2/items?limit=0', { headers }],
      ['https://app.example/v2/items', {}],
    ] as const)
      await gateway(new Request(url, init))
    expect(authorize).not.toHaveBeenCalled()
  })
})

describe('onError', () => {
  it('prints by default, of an error of the client its one line', async () => {
    const print = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const error = new Error('the database is away')
    const gateway = createGateway(client, { authorize: () => Promise.reject(error) })
    await gateway(question())
    const stranger = createGateway(client, { authorize: () => ({ externalUserId: 'nobody' }) })
    await stranger(question())
    expect(print.mock.calls).toEqual([[error], [expect.stringMatching(/^AuthenticationError: no token .*identity$/)]])
    print.mockRestore()
  })

  it('may throw: the response is the same, and RxJS tells it', async () => {
    const unhandled = new Promise((resolve) => (rxjs.onUnhandledError = resolve))
    const failure = new Error('the log is full')
    const { answer } = asking(
      () => throwError(() => new Error(canary)),
      () => {
        throw failure
      },
    )
    expect((await answer).status).toBe(500)
    expect(await unhandled).toBe(failure)
    rxjs.onUnhandledError = null
  })

  it('hears of what is given to the handler instead of a request', async () => {
    const errors: Array<unknown> = []
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const gateway = createGateway(client, { authorize: () => null, onError: (error) => errors.push(error) })
    expect((await gateway({ url: '/v2/items' } as Request)).status).toBe(500)
    expect(errors).toEqual([expect.any(TypeError)])
  })
})
