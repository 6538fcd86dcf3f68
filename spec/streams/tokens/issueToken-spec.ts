import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { NEVER, of, throwError } from 'rxjs'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import type { Http } from '../../../lib/http/Http.js'
import { toHttpRequest } from '../../../lib/http/toHttpRequest.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { issueToken } from '../../../lib/streams/tokens/issueToken.js'
import { connectionOver } from '../../helpers/connection.js'
import { marbles } from '../../helpers/marbles.js'
import { json, token } from '../../helpers/responses.js'
import { grant, hour, lost, nameOf } from '../../helpers/tokens.js'

const errorOf = (http: Http): unknown => {
  const connection = connectionOver(http)
  let failure: unknown
  issueToken(connection, grant, toHttpRequest(connection, grant)).subscribe({
    error: (error: unknown) => {
      failure = error
    },
  })
  return failure
}

const answering = (status: number, type: Option<string> = none): Http => {
  const fields = { operation: 'authenticate', page: none, status, type, detail: none, retryAfter: none }
  return () => throwError(() => new StatusError(fields))
}

describe('issueToken', () => {
  it('asks once, past the retry policy, and knows when the token ends by its own clocks', () => {
    marbles(({ cold, clock, start, flush, expectSubscriptions }) => {
      const answer = cold('2s (a|)', { a: token('T1', start + hour) })
      const connection = connectionOver(() => NEVER, { clock, httpOnce: () => answer })
      const issued: Array<{ readonly token: AccessToken }> = []
      issueToken(connection, grant, toHttpRequest(connection, grant)).subscribe((each) => issued.push(each))
      expectSubscriptions(answer.subscriptions).toBe('^ 1999ms !')
      flush()
      expect(issued).toMatchObject([{ life: { expires: { wall: start + hour, monotonic: hour } } }])
      expect(issued.map((each) => nameOf(each.token))).toEqual(['T1'])
    })
  })

  it('believes the service’s clock if the local one is wrong', () => {
    marbles(({ clock, start, flush }) => {
      const date = { date: new Date(start + 3 * hour).toUTCString() }
      const connection = connectionOver(() => of(token('T1', start + 4 * hour, date)), { clock })
      const issued: Array<unknown> = []
      issueToken(connection, grant, toHttpRequest(connection, grant)).subscribe((each) => issued.push(each))
      flush()
      expect(issued).toMatchObject([{ life: { expires: { monotonic: hour - 1000 } } }])
    })
  })

  it.each([400, 401, 403])('%d is a refusal, which waiting does not mend', (status) => {
    expect(errorOf(answering(status))).toMatchObject({ _tag: 'AuthenticationError', status })
  })

  it('404 is a refusal if the service says of what, for else there is nothing at the address', () => {
    const unknown = errorOf(answering(404, some('not_found')))
    expect(unknown).toMatchObject({ _tag: 'AuthenticationError', status: 404, type: some('not_found') })
  })

  it.each([404, 408, 422, 429, 500, 503])('%d is what it is', (status) => {
    expect(errorOf(answering(status))).toMatchObject({ _tag: 'StatusError', status })
  })

  it('what is no status is what it is', () => {
    expect(errorOf(() => throwError(() => lost))).toBe(lost)
  })

  it('an answer that is no token is a DecodeError which tells no value', () => {
    const error = errorOf(() => of(json({ access_token: 'canary\n', expires_at: 'canary', user: 'canary' })))
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
    expect(JSON.stringify(error)).not.toContain('canary')
  })
})
