import { isSome, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of } from 'rxjs'
import { redact, reveal } from '../../../lib/base/Redacted.js'
import type { Http } from '../../../lib/http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../../lib/http/HttpRequest.js'
import { addCredentials } from '../../../lib/http/policies/addCredentials.js'
import type { Access } from '../../../lib/service/api/Request.js'
import { credentialPlacement } from '../../../lib/service/profile/credentialPlacement.js'
import type { ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import { serviceVersion } from '../../../lib/service/profile/ServiceVersion.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const url = 'https://bank.example/v2/users?after=1'
const id = { 'Client-Id': 'id' }
const both = { ...id, 'Client-Secret': 's3cr3t' }

type Profile = Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret'>

/** What is sent for a request. */
const proven = async (access: Access, profile: Profile = {}, stage = '2021-06-01', own: Partial<HttpRequest> = {}) => {
  const sent: Array<HttpRequest> = []
  const wire: Http = (request) => {
    sent.push(request)
    return of(json({}))
  }
  const placement = credentialPlacement(profile, serviceVersion(stage, 'beta 3'))
  const http = addCredentials({ clientId: 'id', clientSecret: redact('s3cr3t') }, placement)(wire)
  await lastValueFrom(http(httpRequest({ url, access, headers: {}, ...own })))
  const [request] = sent
  if (request === undefined) throw new Error('nothing was sent')
  return { request, headers: wireHeaders(request), wire: wireUrl(request) }
}

describe('addCredentials', () => {
  it.each<[Access, object, Profile | undefined]>([
    ['public', id, undefined],
    ['public', id, { publicSecret: false }],
    ['public', both, { publicSecret: true }],
    ['application', both, undefined],
    ['application', both, { credentials: 'headers' }],
    ['user', both, undefined],
    ['user', both, { userSecret: true }],
    ['user', id, { userSecret: false }],
    ['application', both, { userSecret: false }],
    ['public', id, { userSecret: true }],
  ])('adds to a %s request the headers %j, for %j', async (access, headers, profile) => {
    const sent = await proven(access, profile)
    expect([sent.headers, sent.wire]).toEqual([headers, url])
  })

  it.each<[Access, string, Profile]>([
    ['public', '&client_id=id', { credentials: 'query' }],
    ['public', '&client_id=id&client_secret=s3cr3t', { credentials: 'query', publicSecret: true }],
    ['application', '&client_id=id&client_secret=s3cr3t', { credentials: 'query' }],
    ['user', '&client_id=id&client_secret=s3cr3t', { credentials: 'query' }],
  ])('adds to a %s request the parameters %s, for %j', async (access, query, profile) => {
    const sent = await proven(access, profile)
    expect([sent.headers, sent.wire]).toEqual([{}, `${url}${query}`])
    expect([sent.request.url, JSON.stringify(sent.request)]).toEqual([url, expect.not.stringContaining('s3cr3t')])
  })

  it.each<[string, string | undefined, Partial<HttpRequest>]>([
    ['beside what names the user', '{"email":"joe@example.com","client_secret":"s3cr3t"}', {}],
    ['to no other request', '{"email":"joe@example.com"}', { operation: 'users.create' }],
  ])('adds the secret at the earlier API versions %s', async (_, expected, own) => {
    const body = some(redact('{"email":"joe@example.com"}'))
    const { request, headers } = await proven('application', {}, '2018-06-15', {
      operation: 'authenticate',
      body,
      ...own,
    })
    expect([isSome(request.body) && reveal(request.body.value), headers]).toEqual([expected, both])
    expect(JSON.stringify(request)).not.toContain('s3cr3t')
  })

  it('adds it to the parameters if they are in the query', async () => {
    const sent = await proven('application', {}, '2018-06-15', { operation: 'authenticate' })
    expect([sent.wire, sent.headers]).toEqual([`${url}&client_secret=s3cr3t`, both])
  })

  it('adds it to no parameter of the later API versions', async () => {
    const body = some(redact('{}'))
    const { request } = await proven('application', {}, '2021-06-01', { operation: 'authenticate', body })
    expect(request.body).toBe(body)
  })
})
