import type * as t from 'io-ts'
import type { Access, HttpMethod } from '../profile/Operation.js'

export type { Access }

/** The part of a request that does not depend on its response. */
export interface RequestLine {
  /** A name for events and errors, such as `stocks.get`. */
  readonly operation: string
  /**
   * The key of its path in a profile, for a request that is made for one profile. A client whose profile has other
   * roots errors with an `UnspecifiedOperation`.
   */
  readonly key?: string
  readonly method: HttpMethod
  /** Begins with a root of the profile, such as `/v2`. */
  readonly path: string
  /** Parameters, none of them a credential; `undefined` values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /**
   * The id that a list is narrowed to, if its path does not have it. A list for one id does not accept page links of a
   * list for another id.
   */
  readonly subject?: string | number
  /** Parameters that only the transport can read, such as a password, for services that do not accept it in a body. */
  readonly secretQuery?: Readonly<Record<string, string>>
  /** Headers in addition to the client's own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a GET has none. */
  readonly body?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>
  readonly access: Access
  /** Whether it may be sent twice; default: a GET may. */
  readonly idempotent?: boolean
}

/**
 * A request as a value: the operation, who must be authenticated, and the codec of the response. Nothing is sent until
 * you pass it to an interpreter (`send`, `pages`, `poll`, `changes`) and subscribe to its stream.
 *
 * @example
 * import * as t from 'io-ts'
 * import type { Request } from 'rxbank'
 *
 * const insights: Request<{ id: number }> = {
 *   operation: 'insights.get',
 *   method: 'GET',
 *   path: '/v2/insights/7',
 *   access: 'user',
 *   codec: t.type({ id: t.number }),
 * }
 * assert.deepStrictEqual(insights.codec.decode({ id: 7 })._tag, 'Right')
 */
export interface Request<A> extends RequestLine {
  readonly codec: t.Decoder<unknown, A>
}

/** A request for a list in the API's envelope; `resource` is the codec of one of its resources. */
export interface ListRequest<A> extends RequestLine {
  readonly resource: t.Type<A, unknown>
}
