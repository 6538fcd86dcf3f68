import { isLeft } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { object } from '../../../base/codec/object.js'
import { parseJson } from '../../../base/codec/parseJson.js'
import type { OperationKey } from '../../../service/profile/operations.js'
import type { ServiceProfile } from '../../../service/profile/ServiceProfile.js'
import { parseHttpDate } from '../clockSkew.js'
import type { DoctorOperation } from '../doctorOperations.js'
import type { RecordedExchange } from '../doctorTransport.js'

/**
 * A parsed response of the service. It has values, so no part of it may be written to a file unchanged.
 *
 * - `key`: of the operation. `isList`: whether it is a list.
 * - `page`: the number of the page, from 1.
 * - `query`: the parameters that were sent.
 * - `json`: the body; `undefined` if it is not JSON.
 * - `rows`: the rows of a successful response that is a list, or the response itself.
 * - `now`: the service's time if it sent one, otherwise this machine's; milliseconds since 1970.
 */
export interface ParsedResponse {
  readonly key: OperationKey
  readonly operation: DoctorOperation
  readonly profile: ServiceProfile
  readonly isList: boolean
  readonly page: number
  readonly query: URLSearchParams
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly now: number
}

/** Whether a status means success. */
export const isSuccess = ({ status }: Pick<ParsedResponse, 'status'>): boolean => status >= 200 && status < 300

const rowsOf = (json: unknown, isList: boolean): ParsedResponse['rows'] => {
  if (!object.is(json)) return []
  if (!isList) return [json]
  return Array.isArray(json.resources) ? json.resources.filter(object.is) : []
}

/** Parses an exchange that an operation caused. */
export const parseExchange = (
  operation: DoctorOperation,
  profile: ServiceProfile,
  exchange: RecordedExchange,
): ParsedResponse => {
  const { status, headers, body, request, receivedAt } = exchange
  const parsed = parseJson(body)
  const json = isLeft(parsed) ? undefined : parsed.right
  const isList = operation.list !== undefined
  const date = parseHttpDate(headers.date)
  return {
    key: operation.key,
    operation,
    profile,
    isList,
    page: isSome(request.page) ? request.page.value : 1,
    query: new URL(request.url).searchParams,
    status,
    headers,
    json,
    rows: isSuccess(exchange) ? rowsOf(json, isList) : [],
    now: Number.isNaN(date) ? receivedAt : date,
  }
}
