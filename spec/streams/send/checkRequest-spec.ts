import * as t from 'io-ts'
import { EMPTY, lastValueFrom, type Observable } from 'rxjs'
import type { Connection } from '../../../lib/http/Connection.js'
import type { ListRequest, Request } from '../../../lib/service/api/Request.js'
import type { PageLink } from '../../../lib/streams/pages/PageLink.js'
import { checkListRequest, checkRequest } from '../../../lib/streams/send/checkRequest.js'
import { connectionOver } from '../../helpers/connection.js'
import { all, changes, followLink, navigate, pages, poll, send } from '../../helpers/interpreters.js'
import { listServer, outcome } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'

const line = { operation: 'rows.list', method: 'GET', path: '/v2/rows', access: 'user' } as const
const list: ListRequest<unknown> = { ...line, resource: t.unknown }
const one: Request<unknown> = { ...line, codec: t.unknown }

const link = null as unknown as PageLink

const circular: Record<string, unknown> = {}
circular.self = circular

const wrong: ReadonlyArray<readonly [field: string, fields: object]> = [
  ['operation', { operation: undefined }],
  ['operation', { operation: '' }],
  ['method', { method: 'get' }],
  ['path', { path: 7 }],
  ['access', { access: 'aplication' }],
  ['access', { access: undefined }],
  ['query', { query: 'limit=5' }],
  ['query', { query: { limit: NaN } }],
  ['query', { query: { ids: [1, 2] } }],
  ['query', { query: { client_secret: 'canary' } }],
  ['query', { query: { Access_Token: 'canary' } }],
  ['query', { query: { 'client-id': 'canary' } }],
  ['secretQuery', { secretQuery: 'password=canary' }],
  ['secretQuery', { secretQuery: { code: 1234 } }],
  ['headers', { headers: { Authorization: 'Bearer canary' } }],
  ['headers', { headers: { 'X-Trace': 7 } }],
  ['body', { method: 'POST', body: 'text' }],
  ['body', { method: 'POST', body: circular }],
  ['body', { method: 'POST', body: { amount: 1n } }],
  ['body', { method: 'POST', body: { toJSON: () => undefined } }],
  ['body', { body: { a: 'b' } }],
  ['idempotent', { idempotent: 'yes' }],
]

const attempt = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/** What an interpreter fails with, and how many requests it sent before. */
const failureOf = async (run: (connection: Connection) => Observable<unknown>) => {
  const server = listServer(() => page([]))
  const { error } = await outcome(run(connectionOver(server.http)))
  return { error, sent: server.requests.length }
}

const refusal = (path: string) => ({
  error: expect.objectContaining({ _tag: 'ConfigError', issues: [expect.objectContaining({ path })] }),
  sent: 0,
})

const onLists: ReadonlyArray<
  readonly [name: string, run: (c: Connection, r: ListRequest<unknown>) => Observable<unknown>]
> = [
  ['pages', (connection, request) => pages(connection)(request)],
  ['all', (connection, request) => all(connection)(request)],
  ['page', (connection, request) => followLink(connection)(request, link)],
  ['navigate', (connection, request) => navigate(connection)(request, EMPTY)],
  ['changes', (connection, request) => changes(connection)(() => request)],
]
const onOnes: ReadonlyArray<readonly [name: string, run: (c: Connection, r: Request<unknown>) => Observable<unknown>]> =
  [
    ['send', (connection, request) => send(connection)(request)],
    ['poll', (connection, request) => poll(connection)(request)],
  ]

describe('a request of one’s own', () => {
  it('is left as it is where nothing is wrong', () => {
    const fields = {
      query: { limit: 5, of: undefined, q: 'x' },
      secretQuery: { password: 'p' },
      headers: { 'X-Trace': '7' },
      body: { a: 'b' },
      idempotent: true,
      method: 'POST',
    } as const
    const requests = [one, { ...one, ...fields, extra: 'field' }]
    for (const request of requests) expect(checkRequest(request)).toBe(request)
    for (const request of [list, { ...list, ...fields }]) expect(checkListRequest(request)).toBe(request)
  })

  it('may say nothing, or null, of what may be left out', async () => {
    const none = { query: null, secretQuery: null, headers: null, body: null, idempotent: null } as unknown as object
    expect(await failureOf((connection) => send(connection)({ ...one, ...none }))).toEqual({
      error: undefined,
      sent: 1,
    })
    expect(await failureOf((connection) => pages(connection)({ ...list, ...none }, { limit: 5 }))).toEqual({
      error: undefined,
      sent: 1,
    })
  })

  it.each(wrong)('is refused by its %s in %p', (field, fields) => {
    const refused = { _tag: 'ConfigError', issues: [{ path: `/${field}` }] }
    expect(attempt(() => checkRequest({ ...one, ...fields }))).toMatchObject(refused)
    expect(attempt(() => checkListRequest({ ...list, ...fields }))).toMatchObject(refused)
  })

  it('is refused once for all that is wrong, with what was expected and no value', () => {
    const message =
      "wrong configuration: method: expected 'GET', 'POST', 'PUT' or 'DELETE'; codec: expected an io-ts codec"
    const request = { ...line, method: 'canary', resource: t.unknown } as unknown as Request<unknown>
    expect(() => checkRequest(request)).toThrow(message)
  })

  it.each(onOnes)('without a codec is an error of the stream that %s gives', async (_, run) => {
    for (const codec of [undefined, null, {}, (u: unknown) => t.unknown.decode(u), { decode: () => 1 }])
      expect(
        await failureOf((connection) => run(connection, { ...line, codec } as unknown as Request<unknown>)),
      ).toEqual(refusal('/codec'))
  })

  it.each(onLists)('without the codec of its resources is an error of the stream that %s gives', async (_, run) => {
    for (const resource of [undefined, null, 'row'])
      expect(
        await failureOf((connection) => run(connection, { ...line, resource } as unknown as ListRequest<unknown>)),
      ).toEqual(refusal('/resource'))
  })

  it.each([...onOnes, ...onLists])('that is none is an error of the stream that %s gives', async (_, run) => {
    for (const request of [undefined, null, '/v2/rows', 7, [], () => one])
      expect(await failureOf((connection) => run(connection, request as never))).toEqual(refusal('/request'))
  })

  it('is made by a function if changes are watched', async () => {
    expect(await failureOf((connection) => changes(connection)(list as never))).toEqual(refusal('/request'))
  })

  it('that changes with the moment is checked in each round', async () => {
    const server = listServer(() => page([]))
    let asked = 0
    const watch$ = changes(connectionOver(server.http))(() =>
      asked++ === 0 ? list : { ...list, resource: null as unknown as t.Mixed },
    )
    await expect(lastValueFrom(watch$)).rejects.toMatchObject({ issues: [{ path: '/resource' }] })
  })

  it.each([undefined, null, 'next', ['next'], {}])('is shown by commands, which %p is not', async (commands$) => {
    const { error, sent } = await failureOf((connection) => navigate(connection)(list, commands$ as Observable<never>))
    expect({ error, sent }).toEqual(refusal('/commands$'))
  })
})
