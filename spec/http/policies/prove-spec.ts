import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of } from 'rxjs'
import type { Access } from '../../../lib/http/Request.js'
import type { Http } from '../../../lib/http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../../lib/http/HttpRequest.js'
import { type Credentials, prove } from '../../../lib/http/policies/prove.js'
import { redact } from '../../../lib/model/Redacted.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const url = 'https://bank.example/v2/users?after=1'
const id = { 'Client-Id': 'id' }
const both = { ...id, 'Client-Secret': 's3cr3t' }

/** What is sent for a request, and through which of the two policies it went. */
const proven = async (access: Access, profile?: Credentials['profile'], clientSecret = some(redact('s3cr3t'))) => {
  const ways: Array<string> = []
  const sent: Array<HttpRequest> = []
  const wire: Http = (request) => {
    sent.push(request)
    return of(json({}))
  }
  const way = (name: string) => (next: Http) => {
    ways.push(name)
    return next
  }
  const credentials = { clientId: 'id', clientSecret, ...(profile === undefined ? {} : { profile }) }
  const http = prove(credentials, way('asUser'), way('within'))(wire)
  await lastValueFrom(http(httpRequest({ url, access, headers: {} })))
  const [request] = sent
  if (request === undefined) throw new Error('nothing was sent')
  return { request, ways, headers: wireHeaders(request), wire: wireUrl(request) }
}

describe('prove', () => {
  it.each<[Access, object, Credentials['profile'], string]>([
    ['public', id, undefined, 'within'],
    ['public', id, { publicSecret: false }, 'within'],
    ['public', both, { publicSecret: true }, 'within'],
    ['application', both, undefined, 'within'],
    ['application', both, { credentials: 'headers' }, 'within'],
    ['user', both, undefined, 'asUser'],
  ])('adds to a %s request the headers %j, for %j, and goes %s', async (access, headers, profile, way) => {
    const sent = await proven(access, profile)
    expect([sent.headers, sent.wire, sent.ways]).toEqual([headers, url, [way]])
  })

  it.each<[Access, string, Credentials['profile'], string]>([
    ['public', '&client_id=id', { credentials: 'query' }, 'within'],
    ['public', '&client_id=id&client_secret=s3cr3t', { credentials: 'query', publicSecret: true }, 'within'],
    ['application', '&client_id=id&client_secret=s3cr3t', { credentials: 'query' }, 'within'],
    ['user', '&client_id=id&client_secret=s3cr3t', { credentials: 'query' }, 'asUser'],
  ])('adds to a %s request the parameters %s, for %j, and goes %s', async (access, query, profile, way) => {
    const sent = await proven(access, profile)
    expect([sent.headers, sent.wire, sent.ways]).toEqual([{}, `${url}${query}`, [way]])
    expect([sent.request.url, JSON.stringify(sent.request)]).toEqual([url, expect.not.stringContaining('s3cr3t')])
  })

  it.each<[Access, Credentials['profile'], object, string]>([
    ['public', { publicSecret: true }, id, url],
    ['user', undefined, id, url],
    ['user', { credentials: 'query' }, {}, `${url}&client_id=id`],
  ])('adds the id alone to a %s request, for %j, where there is no secret', async (access, profile, headers, wire) => {
    const sent = await proven(access, profile, none)
    expect([sent.headers, sent.wire]).toEqual([headers, wire])
  })

  it.each<Credentials['profile']>([undefined, { credentials: 'query' }])(
    'sends no request of the application without its secret, for %j',
    async (profile) => {
      await expect(proven('application', profile, none)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/clientSecret' }],
      })
    },
  )
})
