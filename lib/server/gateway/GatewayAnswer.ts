import type { Refusal } from './Refusal.js'

/** An answer of a gateway. */
export interface GatewayAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers of every answer: it is JSON, must not be cached, and cannot be read by other sites. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Language, Authorization, Cookie, Origin, RxBank-Gateway, Sec-Fetch-Site',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * A 200 answer with the service's `Date` and the name of the gateway's profile. The date is sent as `RxBank-Date` too,
 * because a proxy may replace `Date`.
 */
export const successAnswer = (value: unknown, date: string | undefined, profile: string): GatewayAnswer => ({
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

const serviceHeaders = (facts: Refusal['facts']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts?.responseHeaders ?? {}).filter(([name]) => !reservedHeaders.has(name.toLowerCase())),
  )

/**
 * The `errors` of the body: the service's codes; omitted if they repeat the type. The first error has the type and the
 * message, because some clients read only that one.
 */
const errorList = (facts: Refusal['facts'], type: string, message: string): object => {
  const { codes = [] } = facts ?? {}
  const hasDetails = codes.some(({ code, property }) => code !== type || property !== undefined)
  return hasDetails ? { errors: codes.map((code, index) => (index === 0 ? { ...code, type, message } : code)) } : {}
}

/** The answer to a refused request. */
export const refusalAnswer = ({ status, type, message, retryAfter, allow, facts }: Refusal): GatewayAnswer => ({
  status,
  headers: {
    ...serviceHeaders(facts),
    ...headers,
    ...(status === 405 ? { Allow: allow } : {}),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(Math.ceil(retryAfter / 1000), 1)) }),
  },
  body: JSON.stringify({ type, message, ...errorList(facts, type, message) }),
})
