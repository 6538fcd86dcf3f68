import * as plain from 'node:http'
import * as secure from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { defer, Observable, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../../http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'

/** A request and its response, with the times at which they were sent and received by the wall clock. */
export interface RecordedExchange extends HttpResponse {
  readonly operation: string
  readonly request: HttpRequest
  readonly sentAt: number
  readonly receivedAt: number
  /** By the monotonic clock, in milliseconds. */
  readonly duration: number
}

/** A transport that records its exchanges. */
export interface RecordingTransport {
  readonly http: Http
  /** How many requests were sent. */
  readonly sent: () => number
  /** The exchanges since the last call. */
  readonly take: () => ReadonlyArray<RecordedExchange>
}

/** Only GET and the request for a token are sent, whatever methods a profile has. */
const isHarmless = ({ method, operation }: HttpRequest): boolean => method === 'GET' || operation === 'authenticate'

/** Records every response of a transport, with any status, and refuses requests that could change data. */
export const createRecordingTransport = (http: Http, clock: Clock): RecordingTransport => {
  let exchanges: Array<RecordedExchange> = []
  let sent = 0
  return {
    sent: () => sent,
    take: () => {
      const recorded = exchanges
      exchanges = []
      return recorded
    },
    http: (request) =>
      defer(() => {
        if (!isHarmless(request)) return throwError(() => new Error('not sent: it could change data'))
        sent++
        const sentAt = clock.wall()
        const start = clock.monotonic()
        return http(request).pipe(
          tap((response) => {
            exchanges.push({
              ...response,
              operation: request.operation,
              request,
              sentAt,
              receivedAt: clock.wall(),
              duration: clock.monotonic() - start,
            })
          }),
        )
      }),
  }
}

/** A transport for the doctor. */
export interface DoctorTransport {
  /** Emits every response as it is, with any status; errors with the error of the platform. Unsubscribing aborts. */
  readonly http: Http
  readonly close: () => void
}

/** The body of a response, decompressed. */
const bodyOf = (answer: plain.IncomingMessage, fail: (error: Error) => void): Readable => {
  const coding = answer.headers['content-encoding']
  if (coding === undefined || coding === 'identity') return answer
  return answer.pipe((coding === 'br' ? createBrotliDecompress() : createUnzip()).on('error', fail))
}

const headersOf = ({ headers }: plain.IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]))

/**
 * Opens the transport. The doctor has its own, because the library's transport turns errors of the platform into a
 * `NetworkError`.
 */
export const openDoctorTransport = (): DoctorTransport => {
  const agents = { http: new plain.Agent({ keepAlive: true }), https: new secure.Agent({ keepAlive: true }) }
  const http: Http = (request) =>
    new Observable((subscriber) => {
      const url = new URL(wireUrl(request))
      const isPlain = url.protocol === 'http:'
      const fail = (error: Error): void => {
        if (!subscriber.closed) subscriber.error(error)
      }
      const clientRequest = (isPlain ? plain : secure).request(url, {
        method: request.method,
        headers: { ...wireHeaders(request), 'Accept-Encoding': 'gzip, deflate' },
        agent: isPlain ? agents.http : agents.https,
      })
      clientRequest.on('error', fail)
      clientRequest.on('upgrade', (_, socket) => {
        socket.destroy()
        fail(new Error('upgraded'))
      })
      let isComplete = false
      clientRequest.on('response', (answer) => {
        const chunks: Array<Buffer> = []
        let size = 0
        const body = bodyOf(answer, fail)
        answer.on('error', fail)
        answer.on('aborted', () => fail(Object.assign(new Error('cut off'), { code: 'ECONNRESET' })))
        body.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > request.maxBodySize) fail(new DecodeError({ ...request, reason: 'too-large' }))
          else chunks.push(chunk)
        })
        body.on('end', () => {
          isComplete = true
          const text = Buffer.concat(chunks).toString('utf8')
          subscriber.next({ status: answer.statusCode ?? 0, headers: headersOf(answer), body: text })
          subscriber.complete()
        })
      })
      clientRequest.end(request.body._tag === 'Some' ? reveal(request.body.value) : undefined)
      return () => {
        if (!isComplete) clientRequest.destroy()
      }
    })
  return {
    http,
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
