import { isLeft } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { concat, concatMap, defer, EMPTY, ignoreElements, map, type Observable, type ObservableInput, of } from 'rxjs'
import { copy } from '../codec/copy.js'
import { decode } from '../codec/decode.js'
import { DecodeError } from '../error/DecodeError.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Links } from './links.js'
import { nameOf, type RemoteRequest, type RemoteSession } from './remoteSession.js'
import { type Wire, wire } from './wire.js'

/** How something is asked of the main process, and its answers decoded. */
export interface Question<A> {
  readonly request: (links: Links) => RemoteRequest
  readonly codec: (wire: Wire) => t.Decoder<unknown, A>
  /** What is forwarded while the answers are awaited. */
  readonly input$?: Observable<unknown>
  /** What must be done with an answer before the next one may come; default: nothing. */
  readonly pace?: (answer: A) => ObservableInput<unknown>
}

/** Asks the main process; cold. */
export type RemoteAsk = <A>(question: Question<A>) => Observable<A>

const noPace = () => EMPTY

/** Asks by the session of the moment. */
export const remoteAsk =
  (session$: Observable<RemoteSession>): RemoteAsk =>
  ({ request, codec, input$, pace = noPace }) =>
    session$.pipe(
      concatMap((session) => {
        const asked = request(session.links)
        const answer = codec(wire(session.links))
        return session.ask(asked, input$).pipe(
          map(({ value, taken }) => {
            const decoded = decode(answer, value)
            if (isLeft(decoded))
              throw new DecodeError({ operation: nameOf(asked), page: none, reason: 'shape', issues: decoded.left })
            return { value: decoded.right, taken }
          }),
          concatMap(({ value, taken }) =>
            concat(
              of(value),
              defer(() => pace(value)).pipe(ignoreElements()),
              defer(() => {
                taken()
                return EMPTY
              }),
            ),
          ),
        )
      }),
    )

const isSendable = (value: unknown): boolean =>
  value instanceof Date || value === null || !['object', 'function', 'symbol'].includes(typeof value)

/** What an argument is to the main process, which decodes it: what no option can be, and no port carries, is `null`. */
export const sendable = (value: unknown): unknown => (isSendable(value) ? value : null)

/** Options as they are sent. */
export const sendableOptions = (config: unknown = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(decodeOptions(copy, config)).map(([name, value]) => [name, sendable(value)]))
