import { isLeft } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, concatMap, defer, EMPTY, ignoreElements, map, type Observable, type ObservableInput, of } from 'rxjs'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { decode } from '../../base/codec/decode.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Links } from './linkTables.js'
import type { OperationName } from './mainMessages.js'
import { createPortCodecs, type PortCodecs } from './portCodecs.js'
import type { RemoteCallConfig } from './RemoteLists.js'
import { nameOf, type RemoteRequest, type RemoteSession } from './remoteSession.js'

/** A request to the main process, and the codec of its responses. */
export interface RemoteQuestion<A> {
  readonly request: (links: Links) => RemoteRequest
  readonly codec: (codecs: PortCodecs) => t.Decoder<unknown, A>
  /** Values that are sent to the main process while the responses arrive, such as commands. */
  readonly input$?: Observable<unknown> | undefined
  /** A task that must complete before a response is emitted; default: none. */
  readonly process?: ((answer: A) => Observable<never>) | undefined
  /** A task that must complete before the next response may arrive; default: none. */
  readonly pace?: (answer: A) => ObservableInput<unknown>
}

/** Sends a question to the main process and emits the responses. Cold. */
export type RemoteAsk = <A>(question: RemoteQuestion<A>) => Observable<A>

/** Reads a single resource; the client in the main process has decoded it. */
type RemoteGet<A, S, O> = (subject?: S, config?: RemoteCallConfig & O) => Observable<A>

/** Sends questions through the open session. */
export const remoteAsk =
  (session$: Observable<RemoteSession>): RemoteAsk =>
  ({ request, codec, input$, process, pace }) =>
    session$.pipe(
      concatMap(({ links, ask }) => {
        const message = request(links)
        const answerCodec = codec(createPortCodecs(links))
        return ask(message, input$).pipe(
          map(({ value, acknowledge }) => {
            const decoded = decode(answerCodec, value)
            if (isLeft(decoded))
              throw new DecodeError({ operation: nameOf(message), page: none, reason: 'shape', issues: decoded.left })
            return { value: decoded.right, acknowledge }
          }),
          concatMap(({ value, acknowledge }) =>
            concat(
              process?.(value) ?? EMPTY,
              of(value),
              defer(() => pace?.(value) ?? EMPTY).pipe(ignoreElements()),
              defer(() => {
                acknowledge()
                return EMPTY
              }),
            ),
          ),
        )
      }),
    )

const toPlainValue = (value: unknown): unknown =>
  value instanceof Date || (Object(value) !== value && typeof value !== 'symbol') ? value : null

/**
 * Converts an argument to a value that a port can send. Any other value becomes `null`, which the main process refuses:
 * it cannot be a valid option.
 */
export const toSendable = (value: unknown): unknown =>
  Array.isArray(value) ? [...(value as ReadonlyArray<unknown>)].map(toPlainValue) : toPlainValue(value)

/** Converts options to values that a port can send. */
export const toSendableOptions = (config: unknown = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(decodeOptions(copyCodec, config)).map(([name, value]) => [name, toSendable(value)]))

/**
 * Emits a response. The client in the main process has decoded it; it is decoded again only if a `codec` is passed.
 */
export const remoteResponse = <A>(
  ask: RemoteAsk,
  request: () => RemoteRequest,
  codec = t.unknown as t.Type<unknown> as t.Type<A, unknown>,
): Observable<A> => ask({ request, codec: () => codec })

/** Creates a function that reads a single resource by its id, or by the result of `subjectOf` for its argument. */
export const remoteGet =
  <A, S = number, O = unknown>(
    ask: RemoteAsk,
    operation: OperationName,
    subjectOf: (subject: S | undefined) => unknown = toSendable,
    codec?: t.Type<A, unknown>,
  ): RemoteGet<A, S, O> =>
  (subject, config) =>
    remoteResponse(ask, () => ({ operation, subject: subjectOf(subject), settings: toSendableOptions(config) }), codec)
