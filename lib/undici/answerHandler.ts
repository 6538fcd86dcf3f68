import type { Subscriber } from 'rxjs'
import type { Dispatcher } from 'undici'
import { DecodeError } from '../error/DecodeError.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import { toClientError } from '../http/toClientError.js'
import { bodyBytes, textOf } from '../platform/bodyBytes.js'
import { decompress, mostCompressed } from './decompress.js'

type RawHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The handler of one exchange that undici calls, and a way to abort it. */
export interface AnswerHandler extends Dispatcher.DispatchHandler {
  /** Called on unsubscribe: closes the connection if the answer is not complete. */
  readonly leave: () => void
}

/** Joins headers of the same name into one. */
const joined = (raw: RawHeaders): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    headers[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return headers
}

/** Statuses of answers that never have a body, whatever their headers say. */
const headAlone: ReadonlyArray<number> = [204, 304]

/** Collects one answer from the calls of undici, for one subscriber. */
export const answerHandler = (request: HttpRequest, subscriber: Subscriber<HttpResponse>): AnswerHandler => {
  const { maxBodySize } = request
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: Record<string, string> = {}
  let body = bodyBytes(0, 0)

  const fail = (error: unknown): void => {
    controller = undefined
    subscriber.error(toClientError(error, request))
  }
  const whole = (text: string): void => {
    controller = undefined
    subscriber.next({ status, headers, body: text })
    subscriber.complete()
  }
  const abort = (given: Dispatcher.DispatchController): void => {
    given.abort(new Error('aborted'))
  }

  return {
    onRequestStart: (given) => {
      if (subscriber.closed) abort(given)
      else controller = given
    },
    onResponseStart: (_, code, raw) => {
      status = code
      headers = joined(raw)
      if (headAlone.includes(code)) {
        whole('')
        return
      }
      const limit = headers['content-encoding'] === undefined ? maxBodySize : mostCompressed(maxBodySize)
      body = bodyBytes(limit, Number(headers['content-length']))
    },
    onResponseData: (_, chunk) => {
      if (!body.add(chunk)) subscriber.error(new DecodeError({ ...request, reason: 'too-large' }))
    },
    onResponseEnd: () => {
      let text
      try {
        const bytes = decompress(body.whole(), headers['content-encoding'], maxBodySize)
        if (bytes === undefined) throw new DecodeError({ ...request, reason: 'too-large' })
        text = textOf(bytes)
      } catch (error) {
        fail(error)
        return
      }
      whole(text)
    },
    onResponseError: (_, error) => fail(error),
    leave: () => {
      if (controller !== undefined) abort(controller)
    },
  }
}
