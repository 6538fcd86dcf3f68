import { type Either, left, map } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import type { Issue } from '../codec/issues.js'
import { nullable } from '../codec/nullable.js'
import { AuthenticationError } from './AuthenticationError.js'
import type { ClientError } from './ClientError.js'
import { ConfigError } from './ConfigError.js'
import { DeadlineExceeded } from './DeadlineExceeded.js'
import { DecodeError, decodeReasons } from './DecodeError.js'
import { NetworkError } from './NetworkError.js'
import { PagingError, pagingReasons } from './PagingError.js'
import { notSentReasons, RequestNotSent } from './RequestNotSent.js'
import { secretReasons, SecretUnavailable } from './SecretUnavailable.js'
import { type ErrorCode, StatusError } from './StatusError.js'
import { TimeoutError } from './TimeoutError.js'
import { TokenUnavailable } from './TokenUnavailable.js'
import { UnspecifiedOperation } from './UnspecifiedOperation.js'
import { UnsupportedByVersion } from './UnsupportedByVersion.js'

const optionalText = nullable(t.string)
const optionalNumber = nullable(t.number)
const place = { operation: t.string, page: optionalNumber }
const redacted = nullable(t.never)
const issues = t.readonlyArray(t.type({ path: t.string, expected: t.string }))

/** The codec of a field that earlier versions did not write, with a default for errors that lack it. */
const withDefault = <A>(codec: t.Type<A>, defaultValue: A): t.Type<A> =>
  new t.Type(
    codec.name,
    codec.is,
    (u, context) => (u === undefined ? t.success(defaultValue) : codec.validate(u, context)),
    t.identity,
  )

const errorCode = t.intersection([t.type({ code: t.string }), t.partial({ property: t.string })])
const supportFacts = {
  profile: optionalText,
  codes: withDefault(t.readonlyArray(errorCode) as unknown as t.Type<ReadonlyArray<ErrorCode>>, []),
  requestId: optionalText,
  responseHeaders: withDefault<Readonly<Record<string, string>>>(t.record(t.string, t.string), {}),
}

type Read = (json: unknown) => Either<ReadonlyArray<Issue>, ClientError>

const reader = <P extends t.Props>(ErrorClass: new (fields: t.TypeOfProps<P>) => ClientError, props: P): Read => {
  const fields = t.type(props)
  return (json) => map((decoded: t.TypeOfProps<P>) => new ErrorClass(decoded))(decode(fields, json))
}

const readers = {
  AuthenticationError: reader(AuthenticationError, {
    status: t.number,
    type: optionalText,
    detail: redacted,
    ...supportFacts,
  }),
  ConfigError: reader(ConfigError, { issues }),
  DeadlineExceeded: reader(DeadlineExceeded, { operation: t.string, deadline: t.number, last: redacted }),
  DecodeError: reader(DecodeError, { ...place, reason: t.keyof(decodeReasons), issues, contentType: optionalText }),
  NetworkError: reader(NetworkError, { ...place, origin: t.string, code: optionalText }),
  PagingError: reader(PagingError, { ...place, reason: t.keyof(pagingReasons) }),
  RequestNotSent: reader(RequestNotSent, {
    ...place,
    reason: t.keyof(notSentReasons),
    retryAfter: optionalNumber,
  }),
  SecretUnavailable: reader(SecretUnavailable, { ...place, reason: t.keyof(secretReasons), thrown: redacted }),
  StatusError: reader(StatusError, {
    ...place,
    status: t.number,
    type: optionalText,
    detail: redacted,
    retryAfter: optionalNumber,
    isServiceResponse: withDefault(t.boolean, true),
    contentType: optionalText,
    idempotent: withDefault(t.boolean, false),
    ...supportFacts,
  }),
  TimeoutError: reader(TimeoutError, { ...place, timeout: t.number }),
  TokenUnavailable: reader(TokenUnavailable, { waited: t.number, last: optionalText }),
  UnspecifiedOperation: reader(UnspecifiedOperation, { operation: t.string, key: t.string }),
  UnsupportedByVersion: reader(UnsupportedByVersion, {
    operation: t.string,
    option: optionalText,
    version: t.string,
    since: t.string,
    until: optionalText,
  }),
} satisfies Record<ClientError['_tag'], Read>

const isTag = (u: unknown): u is ClientError['_tag'] => typeof u === 'string' && Object.hasOwn(readers, u)

/**
 * Rebuilds a {@link ClientError} from its `toJSON`, after it was sent to another process or read from a log.
 *
 * Redacted fields are not part of the JSON form: `detail`, `last` and `thrown` are `None` in the rebuilt error. For any
 * other value it returns a `Left` with the paths at which the value differs from the JSON form of an error.
 *
 * @example
 * import { clientErrorFromJson, ConfigError } from 'rxbank'
 *
 * const error = new ConfigError({ issues: [{ path: '/baseUrl', expected: 'an https URL' }] })
 * const rebuilt = clientErrorFromJson(JSON.parse(JSON.stringify(error)))
 * assert.ok(rebuilt._tag === 'Right' && rebuilt.right instanceof ConfigError)
 */
export const clientErrorFromJson = (json: unknown): Either<ReadonlyArray<Issue>, ClientError> => {
  const tag = t.UnknownRecord.is(json) ? json._tag : undefined
  return isTag(tag) ? readers[tag](json) : left([{ path: '/_tag', expected: 'the tag of a client error' }])
}
