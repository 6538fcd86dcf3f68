import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { Delivery } from './Delivery.js'
import type { Fault } from './Fault.js'
import type { FaultEffects } from './router.js'
import { failure, jsonHeaders, type SandboxResponse, unauthorized } from './SandboxResponse.js'
import type { WireRequest } from './WireRequest.js'

const html = '<!doctype html><html><head><title>Maintenance</title></head><body><h1>Back soon</h1></body></html>'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Adds the `Content-Length` of the whole body to a response, so that the body counts as complete. */
const withLength = (answer: SandboxResponse): SandboxResponse => ({
  ...answer,
  headers: { 'content-length': String(bytesOf(answer.body).length), ...answer.headers },
})

/** Headers with their names in lower case, as a client gets them over HTTP. */
export const lowerCaseHeaders = (headers: SandboxResponse['headers']): SandboxResponse['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const withStatus = (status: number, headers: SandboxResponse['headers'], body: string): SandboxResponse =>
  status === 204 ? { status, headers, body } : withLength({ status, headers, body })

/** The response of a fault that replaces the service's response; `undefined` for a fault of another kind. */
export const replacementDelivery = (
  fault: Fault,
  formatError: (answer: SandboxResponse) => SandboxResponse,
): Delivery | undefined => {
  switch (fault.kind) {
    case 'unauthorized':
    case 'late-token':
      return { answer: formatError(unauthorized('The access token is missing, wrong or expired')) }
    case 'forbidden':
      return { answer: formatError(failure(403, 'forbidden', 'The application has no access to this operation')) }
    case 'rate-limit': {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      return { answer: formatError(failure(429, 'too_many_requests', 'Too many requests', headers)) }
    }
    case 'server-error':
      return {
        answer: formatError(failure(fault.status ?? 500, 'internal_server_error', 'Something went wrong on our side')),
      }
    case 'status':
      return {
        answer: withStatus(
          fault.status,
          { ...jsonHeaders, ...lowerCaseHeaders(fault.headers ?? {}) },
          fault.body ?? '',
        ),
      }
    case 'redirect':
      return { answer: { status: fault.status ?? 302, headers: { location: fault.to }, body: '' } }
    case 'html':
      return {
        answer: { status: fault.status ?? 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html },
      }
    case 'empty':
      return { answer: withLength({ status: 200, headers: jsonHeaders, body: '' }) }
    case 'huge':
    case 'gzip-bomb': {
      const bomb = { bytes: fault.bytes, compressed: fault.kind === 'gzip-bomb' }
      return { answer: { status: 200, headers: jsonHeaders, body: '' }, bomb }
    }
    case 'dead-cursor':
      return { answer: formatError(failure(fault.status ?? 410, 'gone', 'The cursor is no longer valid')) }
    default:
      return undefined
  }
}

/** How a fault changes the response of an operation. */
export const effectsOf = (fault: Fault | undefined): FaultEffects => {
  if (fault?.kind === 'empty-pages') return { emptyPages: Math.min(fault.count, 1e9) }
  if (fault?.kind === 'rows-repeated') return { shiftedRows: -fault.count }
  if (fault?.kind === 'rows-skipped') return { shiftedRows: fault.count }
  return fault?.kind === 'no-rows' ? { isEmpty: true } : {}
}

type Json = Readonly<Record<string, unknown>>

/** The response with an edited body, or the same object if the edit changes nothing. */
const editBody = (answer: SandboxResponse, edit: (body: Json) => Json): SandboxResponse => {
  const parsed = parseJson(answer.body)
  if (isLeft(parsed) || !object.is(parsed.right)) return answer
  const body = JSON.stringify(edit(parsed.right))
  return body === JSON.stringify(parsed.right) ? answer : { ...answer, body }
}

const withNext = (answer: SandboxResponse, uri: string): SandboxResponse =>
  editBody(answer, (body) =>
    object.is(body.pagination) ? { ...body, pagination: { ...body.pagination, next_uri: uri } } : body,
  )

const withField = (answer: SandboxResponse, row: number, field: string, value: unknown): SandboxResponse =>
  editBody(answer, (body) => {
    const { resources } = body
    if (!t.UnknownArray.is(resources)) return { ...body, [field]: value }
    const changed = resources.map((other, index) =>
      index === row && object.is(other) ? { ...other, [field]: value } : other,
    )
    return { ...body, resources: changed }
  })

/** A link to the request itself, without the query parameters that match `omitted`. */
const linkWithout = ({ path, query }: WireRequest, omitted: RegExp): string => {
  const parameters = query.split('&').filter((part) => part !== '' && !omitted.test(part))
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
}

const credentials = /^client_(?:id|secret)=/
const credentialsOrCursor = /^(?:client_(?:id|secret)|before|after)=/

const reverseKeys = (value: unknown): unknown => {
  if (t.UnknownArray.is(value)) return value.map(reverseKeys)
  if (!object.is(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reverseKeys(field)]),
  )
}

/** The response with the keys of its objects in reverse order. */
export const withReorderedKeys = (answer: SandboxResponse): SandboxResponse =>
  editBody(answer, (body) => reverseKeys(body) as Json)

/** Applies a fault to the service's response; returns the same object if the fault changes nothing. */
export const alterResponse = (fault: Fault | undefined, request: WireRequest, answer: SandboxResponse): Delivery => {
  switch (fault?.kind) {
    case 'cut': {
      const { bytes = Math.ceil(bytesOf(answer.body).length / 2), length = 'declared', ending = 'end' } = fault
      return { answer, cut: { bytes, isReset: ending === 'reset', isLengthDeclared: length === 'declared' } }
    }
    case 'truncated':
      return { answer: withLength({ ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }) }
    case 'wrong-type':
      return { answer: withField(answer, fault.row ?? 0, fault.field, fault.value) }
    case 'repeated-cursor':
      return { answer: withNext(answer, linkWithout(request, credentials)) }
    case 'cycle':
      return { answer: withNext(answer, linkWithout(request, credentialsOrCursor)) }
    case 'foreign-link':
      return { answer: withNext(answer, fault.url) }
    default:
      return { answer }
  }
}
