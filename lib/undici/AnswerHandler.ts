import type { Subscriber } from 'rxjs'
import type { Dispatcher } from 'undici'
import { DecodeError } from '../error/DecodeError.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import { toClientError } from '../http/toClientError.js'
import { bodyBytes, textOf } from '../platform/bodyBytes.js'
import { decompress, mostCompressed } from './decompress.js'

type RawHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Of several headers of one name, one. */
const joined = (raw: RawHeaders): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    headers[name] = typeof value === 'string' ? value : (value ?? []).join(', ')
  }
  return headers
}

/** Answers that end with their head, whatever it says of a body. */
const headAlone: ReadonlyArray<number> = [204, 304]

const nothing = bodyBytes(0, 0)

/** Makes one answer of what undici tells of an exchange, for one subscriber. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private status = 0
  private headers: Record<string, string> = {}
  private body = nothing

  constructor(
    private readonly request: HttpRequest,
    private readonly subscriber: Subscriber<HttpResponse>,
  ) {}

  /** Nobody waits any more: if the answer is not whole, the connection ends. */
  leave(): void {
    const { controller } = this
    this.controller = undefined
    controller?.abort(new Error('aborted'))
  }

  private fail(error: unknown): void {
    this.controller = undefined
    this.subscriber.error(toClientError(error, this.request))
  }

  private tooLarge(): DecodeError {
    return new DecodeError({ ...this.request, reason: 'too-large' })
  }

  private whole(body: string): void {
    const { headers, status, subscriber } = this
    this.controller = undefined
    subscriber.next({ status, headers, body })
    subscriber.complete()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.subscriber.closed) this.leave()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, raw: RawHeaders): void {
    const headers = joined(raw)
    this.status = status
    this.headers = headers
    if (headAlone.includes(status)) {
      this.whole('')
      return
    }
    const { maxBodySize } = this.request
    const limit = headers['content-encoding'] === undefined ? maxBodySize : mostCompressed(maxBodySize)
    this.body = bodyBytes(limit, Number(headers['content-length']))
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.body.add(chunk)) this.subscriber.error(this.tooLarge())
  }

  onResponseEnd(): void {
    const { body, headers, request } = this
    let text
    try {
      const bytes = decompress(body.whole(), headers['content-encoding'], request.maxBodySize)
      if (bytes === undefined) throw this.tooLarge()
      text = textOf(bytes)
    } catch (error) {
      this.fail(error)
      return
    }
    this.whole(text)
  }

  onResponseError(_: Dispatcher.DispatchController, error: unknown): void {
    this.fail(error)
  }
}
