import { inspect } from 'node:util'
import { some } from 'fp-ts/lib/Option.js'
import { redact } from '../../lib/base/Redacted.js'
import { wireHeaders } from '../../lib/http/HttpRequest.js'
import { httpRequest } from '../helpers/httpRequest.js'

const secret = 's3cr3t-canary'

const request = httpRequest({
  headers: { Accept: 'application/json', Authorization: redact(`Bearer ${secret}`) },
  body: some(redact(`{"password":"${secret}"}`)),
})

describe('HttpRequest', () => {
  it('shows neither its credentials nor its body, however it is printed', () => {
    const shown = [
      inspect(request, { depth: 12, showHidden: true }),
      JSON.stringify(request),
      Object.values(request.headers).join(),
    ]
    expect(shown.join('\n')).not.toContain(secret)
  })
})

describe('wireHeaders', () => {
  it('opens secrets, for transports alone', () => {
    expect(wireHeaders(request)).toStrictEqual({ Accept: 'application/json', Authorization: `Bearer ${secret}` })
  })
})
