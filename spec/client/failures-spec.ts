import { inspect } from 'node:util'
import { isSome } from 'fp-ts/lib/Option.js'
import { catchError, filter, firstValueFrom, lastValueFrom, type Observable, of, throwError, toArray } from 'rxjs'
import { type Client, type ClientError, createClient, createVirtualClock, isClientError } from '../../lib/index.js'
import type { SandboxUser } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { newestVersion } from '../helpers/apiVersions.js'
import { httpServer } from '../helpers/httpServer.js'
import { listening } from '../helpers/listening.js'

const secret = 'canary-s3cr3t'
const value = 'canary-value'

/** The error of a stream; its message is for a person, and nothing of it shows a secret, a token or a value. */
const errorOf = async (stream: Observable<unknown>): Promise<ClientError> => {
  const outcome = await lastValueFrom(
    stream.pipe(
      toArray(),
      catchError((error: unknown) => (isClientError(error) ? of(error) : throwError(() => error))),
    ),
  )
  if (!isClientError(outcome)) throw new Error('the stream did not fail')
  const shown = [
    String(outcome),
    outcome.stack,
    JSON.stringify(outcome),
    inspect(outcome, { depth: 12, showHidden: true }),
  ].join('\n')
  expect(shown).not.toMatch(/canary|after=|Bearer/)
  return outcome
}

/** How a failure is told does not depend on the API version. */
const { profile, config, identityOf } = newestVersion

describe('failures, over real HTTP', () => {
  const credentials = { clientId: 'canary-client', clientSecret: secret }
  const { client, sandbox, url } = listening({ profile, credentials }, config)
  const patient = { retry: { count: 0 } }
  const user = (of: Client = client(patient)) => of.user(identityOf(sandbox().users[0] as SandboxUser))
  const started = () => sandbox().journal.counts().started

  it('a wrong secret is an AuthenticationError, asked once', async () => {
    const error = await errorOf(user(client({ clientSecret: 'canary-wrong' })).items.pages())
    expect(error).toMatchObject({ _tag: 'AuthenticationError', status: 401 })
    expect(error.message).toMatch(/check clientId, clientSecret and the user/)
    expect(started()).toBe(1)
  })

  it('no secret at all is a ConfigError that names the operation, and nothing is sent', async () => {
    const secretless = createClient({ profile: documentedProfile, baseUrl: url(), clientId: 'canary-client' })
    const error = await errorOf(secretless.users.pages())
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/clientSecret' }] })
    expect(error.message).toContain('users.list')
    expect(started()).toBe(0)
  })

  it('an unreachable host is a NetworkError that names it', async () => {
    const server = await httpServer(() => undefined)
    await server.close()
    const error = await errorOf(client({ ...patient, baseUrl: server.url }).banks.pages())
    expect(error).toMatchObject({ _tag: 'NetworkError', origin: server.url, code: { value: 'ECONNREFUSED' } })
    expect(error.message).toMatch(/no response from http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\); check the network/)
  })

  it('an unreachable host is told to who waits for a token at once, if no retry is asked for', async () => {
    const server = await httpServer(() => undefined)
    await server.close()
    // No time passes on this clock: whoever waits for a token would wait for ever.
    const asking = client({ ...patient, baseUrl: server.url, clock: createVirtualClock() })
    const reported: Array<string> = []
    asking.events$.subscribe((event) => reported.push(event._tag))
    const error = await errorOf(user(asking).items.pages())
    expect(error).toMatchObject({ _tag: 'NetworkError', operation: 'authenticate', code: { value: 'ECONNREFUSED' } })
    expect(reported).toStrictEqual(['Requested', 'TokenFailed'])
  })

  it('a 500 is a StatusError, after the idempotent request was sent again', async () => {
    sandbox().faults.add({ kind: 'server-error', status: 500, times: Infinity })
    const error = await errorOf(client({ retry: { count: 2, minDelay: 0, maxDelay: 0 } }).banks.pages())
    expect(error).toMatchObject({ _tag: 'StatusError', status: 500 })
    expect(error.message).toMatch(/banks\.list \(page 1\): 500.*try again later/)
    expect(started()).toBe(3)
  })

  it('an HTML page is a DecodeError that says so', async () => {
    sandbox().faults.add({ kind: 'html', on: 'banks' })
    const error = await errorOf(client(patient).banks.pages())
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'not-json' })
    expect(error.message).toMatch(/text\/html instead of JSON.*is baseUrl or gateway the address of the service\?/)
  })

  it.each([
    { kind: 'html' },
    { kind: 'empty' },
    { kind: 'truncated' },
    { kind: 'redirect', to: 'https://portal.example/' },
  ] as const)('one $kind is mended by a retry', async (fault) => {
    sandbox().faults.add({ ...fault, on: 'banks' })
    const retrying = client({ retry: { count: 1, minDelay: 0, maxDelay: 0 } })
    expect(await lastValueFrom(retrying.banks.pages({ limit: 500 }))).toMatchObject({ number: 1 })
    expect(started()).toBe(2)
  })

  it('an HTML 403 at authenticate is no refusal, and is told at once if no response has come before', async () => {
    const headers = { 'content-type': 'text/html' }
    sandbox().faults.add({
      kind: 'status',
      status: 403,
      body: '<html>blocked',
      headers,
      on: 'authenticate',
      times: Infinity,
    })
    // No time passes on this clock: whoever waits for a token would wait for ever.
    const error = await errorOf(user(client({ ...patient, clock: createVirtualClock() })).items.pages())
    expect(error).toMatchObject({
      _tag: 'StatusError',
      operation: 'authenticate',
      status: 403,
      isServiceResponse: false,
    })
    expect(error.message).toMatch(/authenticate: 403: text\/html instead of JSON/)
  })

  it('an empty 200 is a DecodeError that says so', async () => {
    sandbox().faults.add({ kind: 'empty', on: 'banks' })
    const error = await errorOf(client(patient).banks.pages())
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'empty' })
    expect(error.message).toMatch(/empty where JSON was expected/)
  })

  it('a row with a wrong type is a DecodeError that says where, and what was expected', async () => {
    sandbox().faults.add({ kind: 'wrong-type', on: 'transactions', row: 1, field: 'updated_at', value })
    const error = await errorOf(user().transactions.pages())
    expect(error).toMatchObject({
      _tag: 'DecodeError',
      reason: 'shape',
      issues: [{ path: '/resources/1/updated_at', expected: 'timestamp' }],
    })
    expect(error.message).toContain('transactions.list (page 1): ')
  })

  it('JSON that was cut off is a DecodeError, a body that was cut off a NetworkError', async () => {
    sandbox().faults.add({ kind: 'truncated', on: 'banks' })
    await expect(errorOf(client(patient).banks.pages())).resolves.toMatchObject({
      _tag: 'DecodeError',
      reason: 'not-json',
    })
    sandbox().faults.add({ kind: 'cut', on: 'banks' })
    await expect(errorOf(client(patient).banks.pages())).resolves.toMatchObject({ _tag: 'NetworkError' })
  })

  it('a link to another host is a PagingError of the page that it leads to, and nothing is sent there', async () => {
    const elsewhere = await httpServer((_, response) => response.end())
    sandbox().faults.add({
      kind: 'foreign-link',
      on: 'transactions',
      url: `${elsewhere.url}/v2/transactions?after=canary`,
    })
    const error = await errorOf(user().transactions.pages())
    expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address', page: { value: 2 } })
    expect(error.message).toMatch(/page 2.*leaves the origin/)
    expect(elsewhere.requests).toHaveLength(0)
    await elsewhere.close()
  })

  it('a server that never answers is a TimeoutError, and the request is aborted', async () => {
    sandbox().faults.add({ kind: 'silence', on: 'banks' })
    const { changes$ } = sandbox().journal
    const asked = firstValueFrom(changes$)
    const ended = firstValueFrom(changes$.pipe(filter(({ status }) => status === 'aborted')))
    const clock = createVirtualClock()
    const failed = errorOf(client({ ...patient, timeout: 400, clock }).banks.pages())
    await asked
    clock.advance(400)
    const error = await failed
    expect(error).toMatchObject({ _tag: 'TimeoutError', timeout: 400 })
    expect(error.message).toMatch(/no full response within 400 ms/)
    await ended
    await lastValueFrom(client().banks.pages({ limit: 500 }))
    expect(sandbox().journal.counts()).toMatchObject({ aborted: 1, inFlight: 0 })
  })

  it('a body of 50 MB is a DecodeError that says so, and is not read to its end', async () => {
    sandbox().faults.add({ kind: 'huge', on: 'banks', bytes: 50_000_000 })
    const error = await errorOf(client().banks.pages())
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'too-large' })
    expect(error.message).toMatch(/larger than maxBodySize/)
    expect(started()).toBe(1)
  })

  it('a redirect is a StatusError, and is not followed', async () => {
    const elsewhere = await httpServer((_, response) => response.end())
    sandbox().faults.add({ kind: 'redirect', on: 'users', to: `${elsewhere.url}/v2/users` })
    const error = await errorOf(client(patient).users.pages())
    expect(error).toMatchObject({ _tag: 'StatusError', status: 302 })
    expect(error.message).toMatch(/never followed/)
    expect(elsewhere.requests).toHaveLength(0)
    await elsewhere.close()
  })

  it('429 with Retry-After says how long to wait, when it is not waited for', async () => {
    sandbox().faults.add({ kind: 'rate-limit', on: 'banks', retryAfter: 7200 })
    const error = await errorOf(client().banks.pages())
    expect(error).toMatchObject({ _tag: 'StatusError', status: 429 })
    expect(error._tag === 'StatusError' && isSome(error.retryAfter) && error.retryAfter.value).toBe(7_200_000)
    expect(started()).toBe(1)
  })

  it('events show none of it', async () => {
    const watched = client(patient)
    const events: Array<unknown> = []
    const subscription = watched.events$.subscribe((event) => events.push(event))
    sandbox().faults.add({ kind: 'server-error', on: 'items' })
    await errorOf(user(watched).items.pages())
    subscription.unsubscribe()
    expect(events.length).toBeGreaterThan(3)
    expect(JSON.stringify(events)).not.toMatch(/canary|Bearer/)
    expect(inspect(events, { depth: 12, showHidden: true })).not.toMatch(/canary|Bearer/)
    expect(inspect(watched, { depth: 12, showHidden: true })).not.toMatch(/canary-s3cr3t/)
  })
})
