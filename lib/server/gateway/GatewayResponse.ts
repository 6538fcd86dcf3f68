import type { Refusal } from './toRefusal.js'

/** A response of a gateway. */
export interface GatewayResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers of every response: it is JSON, must not be cached, and cannot be read by other sites. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Language, Authorization, Cookie, Origin, RxBank-Gateway, Sec-Fetch-Site',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * A 200 response with the service's `Date` and the name of the gateway's profile. The date is sent as `RxBank-Date`
 * too, because a proxy may replace `Date`.
 */
export const successResponse = (value: unknown, date: string | undefined, profile: string): GatewayResponse => ({
  status: 200,
  headers: {
    ...headers,
    'RxBank-Date': date ?? 'unknown',
    ...(/^[\w.-]+$/.test(profile) ? { 'RxBank-Profile': profile } : {}),
    ...(date === undefined ? {} : { Date: date }),
  },
  body: JSON.stringify(value),
})

/** The names of headers that a gateway sets itself. */
const reservedHeaders = new Set([
  ...Object.keys(headers).map((name) => name.toLowerCase()),
  'allow',
  'date',
  'retry-after',
  'rxbank-date',
  'rxbank-profile',
])

const serviceHeaders = (serviceError: Refusal['serviceError']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(serviceError?.responseHeaders ?? {}).filter(([name]) => !reservedHeaders.has(name.toLowerCase())),
  )

/**
 * The `errors` of the body: the service's codes; omitted if they repeat the type. The first error has the type and the
 * message, because some clients read only the first.
 */
const errorList = (serviceError: Refusal['serviceError'], type: string, message: string): object => {
  const { codes = [] } = serviceError ?? {}
  const hasDetails = codes.some(({ code, property }) => code !== type || property !== undefined)
  return hasDetails ? { errors: codes.map((code, index) => (index === 0 ? { ...code, type, message } : code)) } : {}
}

/** The response to a refused request. */
export const refusalResponse = ({
  status,
  type,
  message,
  retryAfter,
  allow,
  serviceError,
}: Refusal): GatewayResponse => ({
  status,
  headers: {
    ...serviceHeaders(serviceError),
    ...headers,
    ...(status === 405 ? { Allow: allow } : {}),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(Math.ceil(retryAfter / 1000), 1)) }),
  },
  body: JSON.stringify({ type, message, ...errorList(serviceError, type, message) }),
})
