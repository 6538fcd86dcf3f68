import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { AuthenticationError } from '../../lib/base/error/AuthenticationError.js'
import type { ClientError } from '../../lib/base/error/ClientError.js'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { DeadlineExceeded } from '../../lib/base/error/DeadlineExceeded.js'
import { DecodeError, decodeReasons } from '../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../lib/base/error/NetworkError.js'
import { PagingError, pagingReasons } from '../../lib/base/error/PagingError.js'
import { notSentReasons, RequestNotSent } from '../../lib/base/error/RequestNotSent.js'
import { secretReasons, SecretUnavailable } from '../../lib/base/error/SecretUnavailable.js'
import { StatusError } from '../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../lib/base/error/TimeoutError.js'
import { TokenUnavailable } from '../../lib/base/error/TokenUnavailable.js'
import { UnspecifiedOperation } from '../../lib/base/error/UnspecifiedOperation.js'
import { UnsupportedByVersion } from '../../lib/base/error/UnsupportedByVersion.js'
import { redact } from '../../lib/base/Redacted.js'
import { character } from './text.js'

/** What no error may show. */
export const canary = 's3cr3t-canary'

const text = fc.string({ unit: character })
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary).map((a) => (a === null ? none : some(a)))
const hidden = fc.constant(some(redact(canary)))
const facts = {
  codes: fc.array(fc.oneof(fc.record({ code: text }), fc.record({ code: text, property: text })), { maxLength: 3 }),
  requestId: optional(text),
  responseHeaders: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
}
const place = { operation: text, page: optional(fc.integer()) }
const issues = fc.array(fc.record({ path: text, expected: text }), { maxLength: 3 })
const keyOf = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  fc.constantFrom(...(Object.keys(record) as Array<K>))

const members: { readonly [T in ClientError['_tag']]: fc.Arbitrary<Extract<ClientError, { readonly _tag: T }>> } = {
  AuthenticationError: fc
    .record({ status: number, type: optional(text), detail: hidden, ...facts })
    .map((fields) => new AuthenticationError(fields)),
  ConfigError: fc.record({ issues }).map((fields) => new ConfigError(fields)),
  DeadlineExceeded: fc
    .record({ operation: text, deadline: number, last: hidden })
    .map((fields) => new DeadlineExceeded(fields)),
  DecodeError: fc
    .record({ ...place, reason: keyOf(decodeReasons), issues, contentType: optional(text) })
    .map((fields) => new DecodeError(fields)),
  NetworkError: fc.record({ ...place, origin: text, code: optional(text) }).map((fields) => new NetworkError(fields)),
  PagingError: fc.record({ ...place, reason: keyOf(pagingReasons) }).map((fields) => new PagingError(fields)),
  RequestNotSent: fc
    .record({ ...place, reason: keyOf(notSentReasons), retryAfter: optional(number) })
    .map((fields) => new RequestNotSent(fields)),
  SecretUnavailable: fc
    .record({ ...place, reason: keyOf(secretReasons), thrown: hidden })
    .map((fields) => new SecretUnavailable(fields)),
  StatusError: fc
    .record({
      ...place,
      status: number,
      type: optional(text),
      detail: hidden,
      retryAfter: optional(number),
      isServiceResponse: fc.boolean(),
      contentType: optional(text),
      idempotent: fc.boolean(),
      ...facts,
    })
    .map((fields) => new StatusError(fields)),
  TimeoutError: fc.record({ ...place, timeout: number }).map((fields) => new TimeoutError(fields)),
  TokenUnavailable: fc.record({ waited: number, last: optional(text) }).map((fields) => new TokenUnavailable(fields)),
  UnspecifiedOperation: fc.record({ operation: text, key: text }).map((fields) => new UnspecifiedOperation(fields)),
  UnsupportedByVersion: fc
    .record({ operation: text, option: optional(text), version: text, since: text })
    .map((fields) => new UnsupportedByVersion(fields)),
}

/** An arbitrary of each member of the union, by tag; what is redacted in them holds the canary. */
export const clientErrors = Object.entries(members) as unknown as ReadonlyArray<
  readonly [tag: ClientError['_tag'], arbitrary: fc.Arbitrary<ClientError>]
>
