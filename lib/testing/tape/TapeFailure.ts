import { isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { object } from '../../base/codec/object.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { clientErrorFromJson } from '../../base/error/clientErrorFromJson.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { toClientError } from '../../http/toClientError.js'
import { isErrorCode } from './keepHarmless.js'

/**
 * An error on a tape: its tag, and the fields whose values come from this library and not from the service.
 */
export interface TapeFailure {
  readonly _tag: string
  readonly [field: string]: string | number
}

/** The values of the error fields that a tape does not store. */
const defaultFields = {
  type: null,
  code: null,
  retryAfter: null,
  option: null,
  issues: [],
  key: '',
  version: '',
  since: '',
  status: 0,
  timeout: 0,
  deadline: 0,
  waited: 0,
}
const numbers: ReadonlyArray<string> = ['status', 'timeout', 'deadline', 'waited', 'retryAfter']
const code = /^(?:[A-Z_]|HTTP2){1,48}$/
const reason = /^[a-z-]{1,20}$/

const isStored = (field: string, value: unknown): value is string | number => {
  if (numbers.includes(field)) return Number.isFinite(value)
  if (typeof value !== 'string') return false
  if (field === 'code') return code.test(value)
  if (field === 'type') return isErrorCode(value)
  return field === '_tag' || (field === 'reason' && reason.test(value))
}

/** Converts the error of an exchange for a tape. */
export const toFailure = (error: unknown, request: HttpRequest): TapeFailure => {
  const client = toClientError(error, request)
  const storedFields = Object.entries(client.toJSON()).filter(([field, value]) => isStored(field, value))
  return { ...(Object.fromEntries(storedFields) as TapeFailure), _tag: client._tag }
}

const rebuild = (failure: object, { operation, page }: Pick<HttpRequest, 'operation' | 'page'>, origin: string) =>
  clientErrorFromJson({ ...defaultFields, ...failure, operation, page: isSome(page) ? page.value : null, origin })

/** Whether a value of a tape can be converted back to an error. */
export const isFailure = (u: unknown): u is TapeFailure =>
  object.is(u) &&
  Object.entries(u).every(([field, value]) => isStored(field, value)) &&
  isRight(rebuild(u, { operation: '', page: { _tag: 'None' } }, ''))

/** Converts an error on a tape to the error of the request that it is replayed for. */
export const fromFailure = (failure: TapeFailure, request: HttpRequest): ClientError => {
  const rebuilt = rebuild(failure, request, new URL(request.url).origin)
  return isRight(rebuilt) ? rebuilt.right : toClientError(undefined, request)
}
