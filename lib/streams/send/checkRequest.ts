import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { ListRequest, Request, RequestLine } from '../../service/api/Request.js'
import { requestFields } from './callConfig.js'

/** The names of parameters that must not be in a query, because proxies and servers log URLs. */
const credentialName = /^(authorization|password|client[-_]?(id|secret)|(access|refresh)[-_]?token)$/i

const isParameter = ([name, u]: readonly [string, unknown]): boolean =>
  !credentialName.test(name) && (u === undefined || typeof u === 'string' || Number.isFinite(u))

const query = guardCodec(
  'an object of strings and finite numbers, other than credentials',
  (u): u is object => object.is(u) && Object.entries(u).every(isParameter),
)

const secretQuery = guardCodec(
  'an object of strings',
  (u): u is object => object.is(u) && Object.values(u).every(t.string.is),
)

const isJson = (u: unknown): boolean => {
  try {
    return typeof JSON.stringify(u) === 'string'
  } catch {
    return false
  }
}

const body = guardCodec('an object that can be written as JSON', (u): u is object => object.is(u) && isJson(u))

const commonFields = {
  operation: nonEmpty,
  method: oneOf('GET', 'POST', 'PUT', 'DELETE'),
  path: nonEmpty,
  access: oneOf('public', 'application', 'user'),
}

const optionalFields = { query, secretQuery, headers: requestFields.headers, body, idempotent: t.boolean }

/**
 * Creates the check of a request that the program has written. It throws one `ConfigError` that names the wrong fields,
 * ten at most. `key` is the name of the field with the codec.
 */
const requestCheck = <R extends RequestLine>(key: string) => {
  const required = { ...commonFields, [key]: methodsCodec('an io-ts codec', 'validate', 'decode') }
  const codec = options('request', required, optionalFields)
  const fields: Readonly<Record<string, t.Mixed>> = { ...required, ...optionalFields }
  const names = Object.keys(fields)
  const valueOf = (u: unknown, name: string): unknown => (u as Readonly<Record<string, unknown>>)[name] ?? undefined
  const isValid = (name: string, value: unknown): boolean =>
    value === undefined ? name in optionalFields : fields[name]?.is(value) === true
  /** Allows further fields, and `null` in optional ones. */
  const lenientDecoder: t.Decoder<unknown, unknown> = {
    name: codec.name,
    validate: codec.validate,
    decode: (u) =>
      names.every((name) => isValid(name, valueOf(u, name)))
        ? t.success(u)
        : codec.decode(Object.fromEntries(names.map((name) => [name, valueOf(u, name)]))),
  }
  return (request: R): R => {
    if (isLeft(decode(object, request)))
      throw wrongOption('/request', `a request, an object with operation, method, path, access and ${key}`)
    decodeOptions(lenientDecoder, request)
    if (request.method === 'GET' && request.body) throw wrongOption('/body', 'no value: a GET has no body')
    return request
  }
}

/** Checks a request whose response is one value. */
export const checkRequest: <A>(request: Request<A>) => Request<A> = /* @__PURE__ */ requestCheck('codec')

/** Checks a request for a list. */
export const checkListRequest: <A>(request: ListRequest<A>) => ListRequest<A> = /* @__PURE__ */ requestCheck('resource')
