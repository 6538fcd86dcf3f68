import type { Subscriber } from 'rxjs'
import type { Dispatcher } from 'undici'
import { DecodeError } from '../../base/error/DecodeError.js'
import { type BodyBytes, bodyBytes, textOf } from '../../base/platform/bodyBytes.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'
import { decompress, maxCompressedSize } from './decompress.js'

type RawHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Joins the values of repeated headers. */
const joinHeaders = (raw: RawHeaders): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    headers[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return headers
}

/** Answers with these statuses have no body, even if their headers declare one. */
const bodilessStatuses: ReadonlyArray<number> = [204, 304]

/** Receives one answer from undici, for one subscriber. */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined
  #status!: number
  #headers!: Readonly<Record<string, string>>
  /** `undefined` if the answer has no body. */
  #body: BodyBytes | undefined
  readonly #request: HttpRequest
  readonly #subscriber: Subscriber<HttpResponse>

  constructor(request: HttpRequest, subscriber: Subscriber<HttpResponse>) {
    this.#request = request
    this.#subscriber = subscriber
  }

  #succeed(body: string): void {
    this.#controller = undefined
    this.#subscriber.next({ status: this.#status, headers: this.#headers, body })
    this.#subscriber.complete()
  }

  #tooLarge(): DecodeError {
    return new DecodeError({ ...this.#request, reason: 'too-large' })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#subscriber.closed) this.unsubscribe()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, raw: RawHeaders): void {
    this.#status = status
    const headers = (this.#headers = joinHeaders(raw))
    const { maxBodySize } = this.#request
    const limit = headers['content-encoding'] === undefined ? maxBodySize : maxCompressedSize(maxBodySize)
    if (bodilessStatuses.includes(status)) this.#succeed('')
    else this.#body = bodyBytes(limit, Number(headers['content-length']))
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.add(chunk) === false) this.#subscriber.error(this.#tooLarge())
  }

  onResponseEnd(): void {
    if (this.#body === undefined) return
    try {
      const bytes = decompress(this.#body.whole(), this.#headers['content-encoding'], this.#request.maxBodySize)
      if (bytes === undefined) throw this.#tooLarge()
      this.#succeed(textOf(bytes))
    } catch (error) {
      this.onResponseError(undefined, error)
    }
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#controller = undefined
    this.#subscriber.error(toClientError(error, this.#request))
  }

  /** Aborts the request if the answer is not complete. */
  unsubscribe(): void {
    this.#controller?.abort(new Error('aborted'))
  }
}
