import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Subscriber } from 'rxjs'
import type { Dispatcher } from 'undici'
import { DecodeError } from '../../base/error/DecodeError.js'
import { type BodyBytes, bodyBytes, textOf } from '../../base/platform/bodyBytes.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'

type Method = (bytes: Buffer, maxOutputLength: number) => Buffer

/** Decompresses a truncated body as far as possible, as `fetch` does; parsing its JSON then fails. */
const partialOutput = { finishFlush: constants.Z_SYNC_FLUSH }

const gunzip: Method = (bytes, maxOutputLength) => gunzipSync(bytes, { ...partialOutput, maxOutputLength })

/** Some servers send raw deflate without the zlib header, which begins with a byte whose lower half is 8. */
const inflate: Method = (bytes, maxOutputLength) =>
  (bytes.readUInt8() & 0x0f) === 8
    ? inflateSync(bytes, { ...partialOutput, maxOutputLength })
    : inflateRawSync(bytes, { ...partialOutput, maxOutputLength })

const unbrotli: Method = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength })

const methods = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['x-deflate', inflate],
  ['br', unbrotli],
])

/** No real server uses more encodings for one body. Without a maximum, a hostile server could keep the client busy. */
const maxEncodings = 5

/** The maximum compressed size of a body of `limit` bytes: compression makes some data slightly larger. */
const maxCompressedSize = (limit: number): number => limit + Math.ceil(limit / 1000) + 1000

/**
 * Decompresses a body. Returns `undefined` if the result has more than `limit` bytes; throws for invalid data. A body
 * with an unknown encoding is returned unchanged.
 */
const decompress = (bytes: Buffer, encoding: string | undefined, limit: number): Buffer | undefined => {
  const steps = encoding?.split(',').map((name) => methods.get(name.trim().toLowerCase())) ?? []
  if (steps.length > maxEncodings) throw new Error('encoded too often')
  if (bytes.length === 0 || steps.includes(undefined)) return bytes.length > limit ? undefined : bytes
  try {
    return (steps as Array<Method>).reduceRight(
      (compressed, step, index) => step(compressed, index === 0 ? limit : maxCompressedSize(limit)),
      bytes,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

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

/** Responses with these statuses have no body, even if their headers declare one. */
const bodilessStatuses: ReadonlyArray<number> = [204, 304]

/** Receives one response from undici, for one subscriber. */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined
  #status!: number
  #headers!: Readonly<Record<string, string>>
  /** `undefined` if the response has no body. */
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

  /** Aborts the request if the response is not complete. */
  unsubscribe(): void {
    this.#controller?.abort(new Error('aborted'))
  }
}
