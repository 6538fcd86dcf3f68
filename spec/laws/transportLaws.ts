import assert from 'node:assert/strict'
import { some } from 'fp-ts/lib/Option.js'
import { from, lastValueFrom } from 'rxjs'
import { type Http, redact } from '../../lib/index.js'
import { checkLaw } from './checkLaw.js'
import { answersOf, failsWith, requestTo } from './transportCheck.js'
import { openServer, type Responder, type TransportServer, withServer } from './transportServer.js'

/**
 * A requirement on every transport, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves if the transport meets the requirement; rejects with an error that says why not, or after ten seconds.
 *   It starts a server on this machine, which the transport must be able to reach.
 */
export interface TransportLaw {
  readonly name: string
  readonly check: (http: Http) => Promise<void>
}

const law = (
  name: string,
  answer: Responder,
  check: (http: Http, server: TransportServer) => Promise<void>,
): TransportLaw => ({
  name,
  check: (http) => withServer(answer, (server) => checkLaw(name, () => check(http, server))),
})

const text = 'été 💶'

const answerOk: Responder = (response) => response.end('{}')

/**
 * The requirements on every transport, an {@link Http}, as tests for a transport of your own. They need no test
 * framework, and take about a second.
 *
 * They do not check certificates, proxies and cookies. A transport that uses Node's own `fetch` breaks the law about `100
 * Continue`, because that `fetch` does not skip it.
 *
 * @example
 * import { type Http, wireHeaders, wireUrl } from 'rxbank'
 * import { transportLaws } from 'rxbank/node'
 * import { finalize, from } from 'rxjs'
 *
 * const eager: Http = (request) => {
 *   const controller = new AbortController()
 *   const options = { headers: wireHeaders(request), signal: controller.signal }
 *   const answer = fetch(wireUrl(request), options) // sent before anybody subscribes
 *   const read = async (response: Response) => ({
 *     status: response.status,
 *     headers: Object.fromEntries(response.headers.entries()),
 *     body: await response.text(),
 *   })
 *   return from(answer.then(read)).pipe(finalize(() => controller.abort()))
 * }
 * const broken: Array<string> = []
 * for (const { name, check } of transportLaws) { // in a test: it(name, () => check(transport))
 *   await check(eager).catch(() => broken.push(name))
 * }
 * assert.ok(broken.includes('sends nothing before it is subscribed to, and once for each subscriber'))
 */
export const transportLaws: ReadonlyArray<TransportLaw> = [
  law(
    'sends nothing before it is subscribed to, and once for each subscriber',
    answerOk,
    async (http, { origin, received }) => {
      const unused = http(requestTo(origin))
      await answersOf(http, requestTo(origin))
      assert.equal(received.length, 1)
      await lastValueFrom(unused)
      await lastValueFrom(unused)
      assert.equal(received.length, 3)
    },
  ),
  law(
    'sends the method, the headers and the URL, with secrets revealed',
    answerOk,
    async (http, { origin, received }) => {
      const url = `${origin}/v2/law?limit=2&after=%2B%2F`
      const headers = { Accept: 'application/json', 'X-Custom': 'custom', Authorization: redact('Bearer t0k3n') }
      await answersOf(
        http,
        requestTo(origin, { method: 'DELETE', url, headers, secretQuery: redact('client_secret=s') }),
      )
      const [sent] = received
      assert.equal(sent?.message.method, 'DELETE')
      assert.equal(sent.message.url, '/v2/law?limit=2&after=%2B%2F&client_secret=s')
      const { accept, authorization, 'x-custom': custom } = sent.message.headers
      assert.deepEqual([accept, authorization, custom], ['application/json', 'Bearer t0k3n', 'custom'])
    },
  ),
  law('sends the body as UTF-8', answerOk, async (http, { origin, received }) => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
    await answersOf(http, requestTo(origin, { method: 'POST', headers, body: some(redact(text)), idempotent: false }))
    assert.equal(received[0]?.body, text)
  }),
  law(
    'emits one answer of any status and completes',
    (response, { url = '' }) => {
      response.statusCode = Number(url.slice(-3))
      response.end(response.statusCode === 204 ? '' : `{"status":${String(response.statusCode)}}`)
    },
    async (http, { origin }) => {
      for (const status of [200, 204, 400, 401, 404, 409, 429, 500, 503]) {
        const answers = await answersOf(http, requestTo(origin, { url: `${origin}/v2/${String(status)}` }))
        assert.deepEqual(
          answers.map((answer) => [answer.status, answer.body]),
          [[status, status === 204 ? '' : `{"status":${String(status)}}`]],
        )
      }
    },
  ),
  law(
    'emits the headers by lower-case name, and the body as text',
    (response) => {
      response.setHeader('Retry-After', '7')
      response.end(text)
    },
    async (http, { origin }) => {
      const [answer] = await answersOf(http, requestTo(origin))
      assert.deepEqual([answer?.headers['retry-after'], answer?.body], ['7', text])
    },
  ),
  law(
    'skips informational answers',
    (response, { url = '' }) => {
      if (url.endsWith('processing')) response.writeProcessing()
      else response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.end(text)
    },
    async (http, { origin }) => {
      for (const path of ['processing', 'hints', 'processing']) {
        const answers = await answersOf(http, requestTo(origin, { url: `${origin}/v2/${path}` }))
        assert.deepEqual(
          answers.map(({ status, body }) => [status, body]),
          [[200, text]],
        )
      }
    },
  ),
  law(
    'skips a 100 Continue that it did not ask for',
    (response) => {
      response.writeContinue()
      response.writeContinue()
      response.end(text)
    },
    async (http, { origin, received }) => {
      const posted = { method: 'POST', body: some(redact(text)), idempotent: false } as const
      for (const request of [requestTo(origin), requestTo(origin, posted), requestTo(origin)]) {
        const answers = await answersOf(http, request)
        assert.deepEqual(
          answers.map(({ status, body }) => [status, body]),
          [[200, text]],
        )
      }
      assert.equal(received.length, 3)
    },
  ),
  law(
    'follows no redirect',
    (response) => response.writeHead(302, { Location: '/v2/elsewhere' }).end(),
    async (http, { origin, received }) => {
      const [answer] = await answersOf(http, requestTo(origin))
      assert.ok(
        answer?.status === 302 || answer?.status === 0,
        'the status is neither 302, nor 0 as for a hidden redirect',
      )
      assert.deepEqual(
        received.map(({ message }) => message.url),
        ['/v2/law'],
      )
    },
  ),
  law(
    'accepts a body of maxBodySize bytes, and fails with a DecodeError for a larger one',
    (response) => response.end('x'.repeat(1000)),
    async (http, { origin }) => {
      const [answer] = await answersOf(http, requestTo(origin, { maxBodySize: 1000 }))
      assert.equal(answer?.body.length, 1000)
      await failsWith(http, requestTo(origin, { maxBodySize: 999 }), 'DecodeError')
    },
  ),
  law(
    'fails with a NetworkError for an answer that is cut off',
    (response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('{')
      setImmediate(() => response.destroy())
    },
    (http, { origin }) => failsWith(http, requestTo(origin), 'NetworkError'),
  ),
  law('fails with a NetworkError when nobody listens', answerOk, async (http) => {
    const { origin, close } = await openServer(() => undefined)
    await close()
    await failsWith(http, requestTo(origin), 'NetworkError')
  }),
  law(
    'aborts the request when it is unsubscribed from',
    () => undefined,
    async (http, { origin, received }) => {
      const subscription = from(http(requestTo(origin))).subscribe({ error: () => undefined })
      while (received.length === 0) await new Promise((resolve) => setImmediate(resolve))
      const socket = received[0]?.message.socket
      const closed = new Promise((resolve) => socket?.once('close', resolve))
      subscription.unsubscribe()
      await closed
    },
  ),
  law(
    'assigns the answers of concurrent requests correctly',
    (response, { url }) => response.end(url),
    async (http, { origin }) => {
      const paths = Array.from({ length: 50 }, (_, index) => `/v2/${String(index)}`)
      const answers = await Promise.all(paths.map((path) => answersOf(http, requestTo(origin, { url: origin + path }))))
      assert.deepEqual(
        answers.map(([answer]) => answer?.body),
        paths,
      )
    },
  ),
]
