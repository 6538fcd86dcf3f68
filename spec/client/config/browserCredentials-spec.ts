import { none } from 'fp-ts/lib/Option.js'
import { of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { credentials, secretCodec } from '../../../lib/client/config/browserCredentials.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

describe('credentials of a bundle for browsers', () => {
  it('has no secret, wherever it runs', () => {
    expect(secretCodec().decode('s3cr3t')._tag).toBe('Left')
    expect(secretCodec().name).toContain('no secret in a browser')
  })

  it('adds the id alone', () => {
    const sent: Array<HttpRequest> = []
    const settings = { clientId: 'id', clientSecret: none, clock: createVirtualClock(), timeout: 1000 }
    const placement = { credentials: 'headers', publicSecret: true, userSecret: true, isEarlier: false } as const
    const { policy } = credentials(settings, placement)
    policy((request) => {
      sent.push(request)
      return of(json({}))
    })(httpRequest({ headers: {} })).subscribe()
    expect(sent.map(wireHeaders)).toEqual([{ 'Client-Id': 'id' }])
  })
})
