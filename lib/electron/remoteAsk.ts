import { isLeft } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concat, concatMap, defer, EMPTY, ignoreElements, map, type Observable, type ObservableInput, of } from 'rxjs'
import { copy } from '../codec/copy.js'
import { decode } from '../codec/decode.js'
import { DecodeError } from '../error/DecodeError.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Links } from './links.js'
import type { RemoteCallConfig } from './RemoteLists.js'
import { nameOf, type RemoteRequest, type RemoteSession } from './remoteSession.js'
import type { OperationName } from './toMain.js'
import { type Wire, wire } from './wire.js'

/** How something is asked of the main process, and its answers decoded. */
export interface Question<A> {
  readonly request: (links: Links) => RemoteRequest
  readonly codec: (wire: Wire) => t.Decoder<unknown, A>
  /** What is forwarded while the answers are awaited. */
  readonly input$?: Observable<unknown> | undefined
  /** What must be done with an answer before it is emitted; default: nothing. */
  readonly process?: ((answer: A) => Observable<never>) | undefined
  /** What must be done with an answer before the next one may come; default: nothing. */
  readonly pace?: (answer: A) => ObservableInput<unknown>
}

/** Asks the main process; cold. */
export type RemoteAsk = <A>(question: Question<A>) => Observable<A>

/** Asks for one thing; the client in the main process has decoded it. */
type RemoteGet<A, S, O> = (subject?: S, config?: RemoteCallConfig & O) => Observable<A>

/** Asks by the session of the moment. */
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

/** What an argument is to the main process, which decodes it: what no option can be, and no port carries, is `null`. */
export const sendable = (value: unknown): unknown =>
  Array.isArray(value) ? [...(value as ReadonlyArray<unknown>)].map(plain) : plain(value)

/** Options as they are sent. */
export const sendableOptions = (config: unknown = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(decodeOptions(copy, config)).map(([name, value]) => [name, sendable(value)]))

/** An answer as the client in the main process has decoded it, if nothing else is said of it. */
export const remoteAnswer = <A>(
  ask: RemoteAsk,
  request: () => RemoteRequest,
  codec = t.unknown as t.Type<unknown> as t.Type<A, unknown>,
): Observable<A> => ask({ request, codec: () => codec })

/** How one thing is asked for, by its id, or by what `subjectOf` makes of an argument. */
export const remoteGet =
  <A, S = number, O = unknown>(
    ask: RemoteAsk,
    operation: OperationName,
    subjectOf: (subject: S | undefined) => unknown = sendable,
    codec?: t.Type<A, unknown>,
  ): RemoteGet<A, S, O> =>
  (subject, config) =>
    remoteAnswer(ask, () => ({ operation, subject: subjectOf(subject), settings: sendableOptions(config) }), codec)
