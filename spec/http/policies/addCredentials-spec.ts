import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of } from 'rxjs'
import type { Access } from '../../../lib/http/Request.js'
import type { Http } from '../../../lib/http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../../lib/http/HttpRequest.js'
import { addCredentials } from '../../../lib/http/policies/addCredentials.js'
import { redact } from '../../../lib/model/Redacted.js'
import { credentialPlacement } from '../../../lib/profile/credentialPlacement.js'
import type { ServiceInterface } from '../../../lib/profile/ServiceProfile.js'
import { serviceVersion } from '../../../lib/profile/ServiceVersion.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const url = 'https://bank.example/v2/users?after=1'
const id = { 'Client-Id': 'id' }
const both = { ...id, 'Client-Secret': 's3cr3t' }

type Profile = Pick<ServiceInterface, 'credentials' | 'publicSecret'>

/** What is sent for a request. */
const proven = async (access: Access, profile: Profile = {}, clientSecret = some(redact('s3cr3t'))) => {
  const sent: Array<HttpRequest> = []
  const wire: Http = (request) => {
    sent.push(request)
    return of(json({}))
  }
  const placement = credentialPlacement(profile, serviceVersion('2021-06-01', 'beta 3'))
  const http = addCredentials({ clientId: 'id', clientSecret }, placement)(wire)
  await lastValueFrom(http(httpRequest({ url, access, headers: {} })))
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

  it.each<[Access, Profile | undefined, object, string]>([
    ['public', { publicSecret: true }, id, url],
    ['user', undefined, id, url],
    ['user', { credentials: 'query' }, {}, `${url}&client_id=id`],
  ])('adds the id alone to a %s request, for %j, where there is no secret', async (access, profile, headers, wire) => {
    const sent = await proven(access, profile, none)
    expect([sent.headers, sent.wire]).toEqual([headers, wire])
  })

  it.each<Profile | undefined>([undefined, { credentials: 'query' }])(
    'sends no request of the application without its secret, for %j',
    async (profile) => {
      await expect(proven('application', profile, none)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/clientSecret' }],
      })
    },
  )
})
