import { ask, json } from '../caller.js'
import { application, type ErrorBody, root, speak } from './speaking.js'

const keys = (body: ErrorBody): ReadonlyArray<string> => Object.keys(body).sort()

describe('refusals of API version 2025-01-15', () => {
  it('are one error if no operation was begun, and a list of errors if one was', () => {
    const { owner, post, sandbox, send, token } = speak()
    const headers = { ...application, 'Content-Type': 'text/plain' }
    const single = [
      send('transactions?limit=0'),
      ask(sandbox, `${root}/items`, { headers: application, token: 'none' }),
      ask(sandbox, `${root}/users`, { method: 'PUT', headers: application }),
      ask(sandbox, `${root}/users`, { method: 'POST', headers, body: '{}' }),
      ask(sandbox, `${root}/users`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{',
      }),
    ]
    expect(single.map(({ status, body }) => [status, keys(JSON.parse(body) as ErrorBody)])).toEqual(
      [400, 401, 405, 415, 422].map((status) => [status, ['code', 'message']]),
    )
    const listed = [
      send('items/1'),
      send('nothing'),
      post(`${root}/users`, { external_user_id: owner.externalUserId }, token()),
    ]
    expect(listed.map(({ status, body }) => [status, keys(JSON.parse(body) as ErrorBody)])).toEqual(
      [404, 404, 409].map((status) => [status, ['errors']]),
    )
  })

  it('are in the same form if they are faults', () => {
    const { sandbox, send, token } = speak()
    token()
    sandbox.faults.add({ kind: 'unauthorized' })
    sandbox.faults.add({ kind: 'rate-limit', retryAfter: 7 })
    sandbox.faults.add({ kind: 'server-error', status: 503 })
    const answers = [send('items'), send('items'), send('items')]
    expect(answers.map((answer) => [answer.status, json<ErrorBody>(answer).code])).toEqual([
      [401, 'unauthorized'],
      [429, 'too_many_requests'],
      [503, 'internal_server_error'],
    ])
    expect(answers[1]?.headers['retry-after']).toBe('7')
  })
})
