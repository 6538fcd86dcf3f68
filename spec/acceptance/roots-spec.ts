import '@angular/compiler'
import { HttpResponse, provideHttpClient } from '@angular/common/http'
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing'
import { TestBed } from '@angular/core/testing'
import { defer, firstValueFrom, lastValueFrom, of, toArray } from 'rxjs'
import { injectRxBank, provideRxBank, withFullClient, withHttpClient } from '../../lib/angular.js'
import {
  createClient,
  createGatewayClient,
  createVirtualClock,
  documentedProfile,
  type Http,
  type PathTemplate,
  type ProfilePaths,
  type ServiceProfile,
  wireHeaders,
} from '../../lib/index.js'
import { createGateway } from '../../lib/node.js'
import { createSandbox } from '../../lib/sandbox.js'
import { recordHttp, replayHttp, type TapeEntry } from '../../lib/tape.js'
import { page } from '../helpers/responses.js'
import { angular } from '../helpers/testBed.js'

const roots = ['/v3/aggregation', '/v3/providers']

const moved = (path: PathTemplate): PathTemplate =>
  path?.replace('/v2', /banks|categories/.test(path) ? '/v3/providers' : '/v3/aggregation') ?? null

const paths = Object.fromEntries(
  Object.entries(documentedProfile.paths).map(([key, path]) => [key, moved(path)]),
) as unknown as ProfilePaths

const profile: ServiceProfile = { ...documentedProfile, name: 'acme', roots, paths }

const baseUrl = 'https://bank.example/gate'

const play = () => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15) })
  const sandbox = createSandbox({ profile, clock, banks: 120, transactions: 60 })
  const client = createClient({ baseUrl, ...sandbox.credentials, profile, clock, http: sandbox.http })
  return { clock, sandbox, client, user: client.user({ externalUserId: 'A6J' }) }
}

describe('a service whose paths begin with several roots', () => {
  it('is asked below each of them, page after page', async () => {
    const { sandbox, client, user } = play()
    expect(await lastValueFrom(client.banks.all().pipe(toArray()))).toHaveLength(120)
    expect(await lastValueFrom(user.transactions.all().pipe(toArray()))).toHaveLength(60)
    expect(sandbox.journal.entries().map(({ path, status }) => [path, status])).toEqual([
      ...[1, 2, 3].map(() => ['/v3/providers/banks', 200]),
      ['/v3/aggregation/authenticate', 200],
      ...[1, 2].map(() => ['/v3/aggregation/transactions', 200]),
    ])
  })

  it('may link from one root to another, and nowhere else', async () => {
    const follow = async (next: string): Promise<ReadonlyArray<string>> => {
      const asked: Array<string> = []
      const http: Http = ({ url }) => {
        asked.push(url)
        return of(page([{ id: asked.length }], asked.length === 1 ? next : null))
      }
      const client = createClient({ baseUrl, clientId: 'id', profile, http })
      try {
        await lastValueFrom(client.banks.pages())
      } catch (error) {
        expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address' })
        expect(asked).toHaveLength(1)
        return []
      }
      return asked.slice(1)
    }
    expect(await follow('/v3/aggregation/banks?after=2')).toEqual([`${baseUrl}/v3/aggregation/banks?after=2`])
    expect(await follow('/gate/v3/providers/banks?after=2')).toEqual([`${baseUrl}/v3/providers/banks?after=2`])
    for (const link of ['/v2/banks?after=2', '/gate/v3/banks', '../../banks', '/gate/admin']) {
      expect(await follow(link)).toEqual([])
    }
  })

  it('has its roots in what is said of a wrong path, address or profile', async () => {
    const config = { baseUrl, clientId: 'id', profile }
    const own = {
      operation: 'own',
      method: 'GET',
      path: '/v2/own',
      access: 'public',
      codec: documentedProfile.codecs.bank,
    } as const
    await expect(firstValueFrom(createClient(config).send(own))).rejects.toThrow(
      "a path that begins with '/v3/aggregation/' or '/v3/providers/', percent-encoded",
    )
    expect(() => createClient({ ...config, baseUrl: `${baseUrl}/v3/providers` })).toThrow(
      'baseUrl: expected an https URL (http only to this machine) without credentials, ' +
        'query, fragment or /v3/aggregation or /v3/providers, which the paths add',
    )
    expect(() => createClient({ ...config, profile: { ...profile, paths: documentedProfile.paths } })).toThrow(
      "profile/paths/accounts: expected a path that begins with '/v3/aggregation/' or '/v3/providers/', or null",
    )
    for (const wrong of [[], ['v3'], ['/v3/'], ['/'], ['/v3?x'], '/v3', undefined])
      expect(() => createClient({ ...config, profile: { ...documentedProfile, roots: wrong } as never })).toThrow(
        "profile/roots: expected a list of paths such as '/v2', without a slash at their end",
      )
  })

  it('is behind a gateway below the same roots', async () => {
    const { client: kept, clock } = play()
    const authorize = () => ({ externalUserId: 'A6J' })
    const gateway = createGateway(kept, { prefix: '/api/bank', authorize })
    const asked: Array<string> = []
    const http: Http = (request) =>
      defer(async () => {
        asked.push(new URL(request.url).pathname)
        const response = await gateway(new Request(request.url, { headers: wireHeaders(request) }))
        return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
      })
    const browser = createGatewayClient({ gateway: 'https://app.example/api/bank', profile, clock, http })
    expect(await lastValueFrom(browser.user().transactions.all().pipe(toArray()))).toHaveLength(60)
    expect(await lastValueFrom(browser.banks.all().pipe(toArray()))).toHaveLength(120)
    expect([...new Set(asked)]).toEqual(['/api/bank/v3/aggregation/transactions', '/api/bank/v3/providers/banks'])
    expect(() => createGateway(kept, { prefix: '/api/v3/providers', authorize })).toThrow(
      'without /v3/aggregation or /v3/providers',
    )
  })

  it('is on a tape from the root on, which replays elsewhere', async () => {
    const { sandbox, clock } = play()
    const tape: Array<TapeEntry> = []
    const http = recordHttp(sandbox.http, { next: (entry) => tape.push(entry) })
    const read = (given: Http, address: string) => {
      const client = createClient({ baseUrl: address, ...sandbox.credentials, profile, clock, http: given })
      const user = client.user({ externalUserId: 'A6J' })
      return lastValueFrom(user.transactions.all({ limit: 40 }).pipe(toArray()))
    }
    await read(http, baseUrl)
    const [authenticated, first, second] = tape.map(({ request }) => request.url)
    expect([authenticated, first]).toEqual(['/v3/aggregation/authenticate', '/v3/aggregation/transactions?limit=40'])
    expect(second).toMatch(/^\/v3\/aggregation\/transactions\?after=[^&]+&limit=40$/)
    expect(await read(replayHttp(tape), 'https://elsewhere.example/other/gate')).toHaveLength(60)
  })

  it('is asked through the HttpClient of Angular, and answers from outside its prefix are none', () => {
    const config = { baseUrl, clientId: 'id', profile, retry: { count: 0 } }
    angular(
      'browser',
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    const { banks } = TestBed.runInInjectionContext(() => injectRxBank())
    const heard: Array<unknown> = []
    const answerFrom = (url: string): void => {
      banks.all().subscribe({ next: ({ id }) => heard.push(id), error: (error: unknown) => heard.push(error) })
      const request = TestBed.inject(HttpTestingController).expectOne(`${baseUrl}/v3/providers/banks`)
      const body = '{"resources":[{"id":1,"name":"A bank"}]}'
      request.event(new HttpResponse({ body, status: 200, url }))
    }
    answerFrom(`${baseUrl}/v3/providers/banks`)
    answerFrom('https://bank.example/login')
    expect(heard).toEqual([1, expect.objectContaining({ _tag: 'StatusError', status: 0 })])
  })
})
