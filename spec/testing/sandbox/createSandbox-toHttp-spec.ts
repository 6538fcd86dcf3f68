import { some } from 'fp-ts/lib/Option.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { Sandbox } from '../../../lib/sandbox.js'
import { ask, toRequest, virtualSandbox } from './caller.js'

const failure = (sandbox: Sandbox, request: HttpRequest): unknown => {
  const errors: Array<unknown> = []
  sandbox.http(request).subscribe({ error: (error) => errors.push(error) })
  return errors[0]
}

describe('toHttp', () => {
  it('is cold, and answers once for each subscriber', () => {
    const sandbox = virtualSandbox()
    const answer = sandbox.http(toRequest(sandbox, '/v2/banks'))
    expect(sandbox.journal.counts().started).toBe(0)
    const seen: Array<string> = []
    for (const name of ['a', 'b']) {
      answer.subscribe({ next: ({ status }) => seen.push(name + String(status)), complete: () => seen.push(name) })
    }
    expect(seen).toStrictEqual(['a200', 'a', 'b200', 'b'])
    expect(sandbox.journal.counts().started).toBe(2)
  })

  it.each(['https://a.example', 'http://127.0.0.1:1/', 'https://a.example/x/y', 'capacitor://localhost', ''])(
    'looks only at what comes from /v2 on, after %p',
    (before) => {
      const sandbox = virtualSandbox()
      const request = { ...toRequest(sandbox, ''), url: `${before}/v2/banks?limit=1` }
      const statuses: Array<number> = []
      sandbox.http(request).subscribe(({ status }) => statuses.push(status))
      expect(statuses).toStrictEqual([200])
    },
  )

  it('names the operation, the page and the origin in a NetworkError', () => {
    const sandbox = virtualSandbox()
    sandbox.faults.add({ kind: 'disconnect' })
    const request = { ...toRequest(sandbox, '/v2/banks?secret=1'), page: some(4) }
    const error = failure(sandbox, request)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({
      operation: 'spec',
      page: some(4),
      origin: 'https://bank.example',
      code: some('ECONNRESET'),
    })
  })

  it('keeps to maxBodySize, in bytes', () => {
    const sandbox = virtualSandbox()
    const { body } = ask(sandbox, '/v2/banks')
    const bytes = new TextEncoder().encode(body).length
    expect(bytes).toBeGreaterThan(body.length)
    expect(failure(sandbox, toRequest(sandbox, '/v2/banks', { maxBodySize: bytes }))).toBeUndefined()
    expect(failure(sandbox, toRequest(sandbox, '/v2/banks', { maxBodySize: bytes - 1 }))).toBeInstanceOf(DecodeError)
    sandbox.faults.add({ kind: 'huge', bytes: 1e12 })
    expect(failure(sandbox, toRequest(sandbox, '/v2/banks'))).toMatchObject({ reason: 'too-large' })
  })

  it('hands on what a predicate throws', () => {
    const sandbox = virtualSandbox()
    const boom = new Error('boom')
    sandbox.faults.add({
      kind: 'empty',
      on: () => {
        throw boom
      },
    })
    expect(failure(sandbox, toRequest(sandbox, '/v2/banks'))).toBe(boom)
    expect(sandbox.journal.counts().inFlight).toBe(0)
  })
})
