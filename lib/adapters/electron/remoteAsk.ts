import { isLeft } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, concatMap, defer, EMPTY, ignoreElements, map, type Observable, type ObservableInput, of } from 'rxjs'
import { copy } from '../../base/codec/copy.js'
import { decode } from '../../base/codec/decode.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Links } from './links.js'
import type { RemoteCallConfig } from './RemoteLists.js'
import { nameOf, type RemoteRequest, type RemoteSession } from './remoteSession.js'
import type { OperationName } from './toMain.js'
import { type Wire, wire } from './wire.js'

/** A request to the main process, and the codec of its answers. */
export interface Question<A> {
  readonly request: (links: Links) => RemoteRequest
  readonly codec: (wire: Wire) => t.Decoder<unknown, A>
  /** Values that are sent to the main process while the answers arrive, such as commands. */
  readonly input$?: Observable<unknown> | undefined
  /** The work that must complete before an answer is emitted; default: none. */
  readonly process?: ((answer: A) => Observable<never>) | undefined
  /** The work that must complete before the next answer may arrive; default: none. */
  readonly pace?: (answer: A) => ObservableInput<unknown>
}

/** Sends a question to the main process and emits the answers. Cold. */
export type RemoteAsk = <A>(question: Question<A>) => Observable<A>

/** Reads a single resource; the client in the main process has decoded it. */
type RemoteGet<A, S, O> = (subject?: S, config?: RemoteCallConfig & O) => Observable<A>

/** Sends questions through the session that is open at the time. */
export const remoteAsk =
  (session$: Observable<RemoteSession>): RemoteAsk =>
  ({ request, codec, input$, process, pace }) =>
    session$.pipe(
      concatMap(({ links, ask }) => {
        const asked = request(links)
        const answer = codec(wire(links))
        return ask(asked, input$).pipe(
          map(({ value, taken }) => {
            const decoded = decode(answer, value)
            if (isLeft(decoded))
              throw new DecodeError({ operation: nameOf(asked), page: none, reason: 'shape', issues: decoded.left })
            return { value: decoded.right, taken }
          }),
          concatMap(({ value, taken }) =>
            concat(
              process?.(value) ?? EMPTY,
              of(value),
              defer(() => pace?.(value) ?? EMPTY).pipe(ignoreElements()),
              defer(() => {
                taken()
                return EMPTY
              }),
            ),
          ),
        )
      }),
    )

const plain = (value: unknown): unknown =>
  value instanceof Date || (Object(value) !== value && typeof value !== 'symbol') ? value : null

/**
 * An argument as it can be sent. Values that a port cannot send, and that cannot be valid options, become `null`, which
 * the main process refuses.
 */
export const sendable = (value: unknown): unknown =>
  Array.isArray(value) ? [...(value as ReadonlyArray<unknown>)].map(plain) : plain(value)

/** Options as they can be sent. */
export const sendableOptions = (config: unknown = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(decodeOptions(copy, config)).map(([name, value]) => [name, sendable(value)]))

/**
 * Emits an answer that the client in the main process has decoded; it is decoded again only by a `codec` that is given.
 */
export const remoteAnswer = <A>(
  ask: RemoteAsk,
  request: () => RemoteRequest,
  codec = t.unknown as t.Type<unknown> as t.Type<A, unknown>,
): Observable<A> => ask({ request, codec: () => codec })

/** Creates a function that reads a single resource by its id, or by what `subjectOf` makes of its argument. */
export const remoteGet =
  <A, S = number, O = unknown>(
    ask: RemoteAsk,
    operation: OperationName,
    subjectOf: (subject: S | undefined) => unknown = sendable,
    codec?: t.Type<A, unknown>,
  ): RemoteGet<A, S, O> =>
  (subject, config) =>
    remoteAnswer(ask, () => ({ operation, subject: subjectOf(subject), settings: sendableOptions(config) }), codec)
