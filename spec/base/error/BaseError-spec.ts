import { inspect } from 'node:util'
import { none, some } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const canary = 'canary-5d2e'
const request = httpRequest({
  operation: 'rows.list',
  page: some(3),
  url: `https://bank.example/v2/rows?of=${canary}`,
  headers: { 'X-Trace': canary },
  body: some(redact(canary)),
})

describe('an error made from a request', () => {
  it.each([
    new DecodeError({ ...request, reason: 'empty' }),
    new NetworkError({ ...request, origin: 'https://bank.example', code: none }),
    new StatusError({ ...request, status: 503, type: none, detail: none, retryAfter: none }),
    new TimeoutError(request),
  ])('$_tag has its operation and page, and nothing else of it', (error) => {
    expect(error).toMatchObject({ operation: 'rows.list', page: some(3) })
    expect(inspect(error, { depth: 12, showHidden: true }) + JSON.stringify(error)).not.toContain(canary)
    expect(['url', 'headers', 'body', 'method', 'access'].filter((field) => field in error)).toEqual([])
  })
})
