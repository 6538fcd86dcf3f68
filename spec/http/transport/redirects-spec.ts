import { lastValueFrom } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { transports } from '../../helpers/transports.js'

describe.each(transports)('%s: redirects', (_, transport) => {
  let server: TestServer
  let elsewhere: TestServer

  beforeEach(async () => {
    elsewhere = await httpServer((_request, response) => response.end('{}'))
  })
  afterEach(() => Promise.all([server.close(), elsewhere.close()]))

  const redirecting = async (code: number, location: (request: string) => string): Promise<unknown> => {
    server = await httpServer((request, response) => {
      response.writeHead(code, { Location: location(request.url ?? '') }).end()
    })
    const request = httpRequest({
      url: `${server.url}/v2/stocks`,
      headers: { Authorization: redact('Bearer t0k3n-canary'), 'Client-Secret': redact('s3cr3t-canary') },
    })
    const failure = lastValueFrom(status(systemClock)(transport)(request)).catch((error: unknown) => error)
    return failure
  }

  it.each([302, 308])('does not follow a %d to another host, which gets no request', async (code) => {
    const error = await redirecting(code, () => `${elsewhere.url}/v2/stocks`)
    expect(error).toBeInstanceOf(StatusError)
    expect(error).toMatchObject({ status: code })
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
  })

  it('does not follow one on the same host either', async () => {
    expect(await redirecting(302, () => '/v2/other')).toMatchObject({ _tag: 'StatusError', status: 302 })
    expect(server.requests.map(({ url }) => url)).toEqual(['/v2/stocks'])
  })

  it.each(['http://[', '', 'javascript:alert(1)'])('does not stumble over the location %p', async (location) => {
    expect(await redirecting(302, () => location)).toMatchObject({ _tag: 'StatusError', status: 302 })
  })

  it('does not stumble over a redirect without a location', async () => {
    server = await httpServer((_request, response) => response.writeHead(301).end())
    const answer = await lastValueFrom(transport(httpRequest({ url: server.url })))
    expect(answer.status).toBe(301)
  })
})
