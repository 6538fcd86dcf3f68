import type { Refusal } from './Refusal.js'

/** What a gateway answers. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What every answer carries: it is one user's, JSON and nothing else, and no other site's. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Language, Authorization, Cookie, Origin, RxBank-Gateway, Sec-Fetch-Site',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * The answer that gives what was asked for, with the service's time, if it told it. Proxies are free to put their own
 * in place of a `Date`: so it is there twice.
 */
export const given = (value: unknown, date: string | undefined): Answer => ({
  status: 200,
  headers: { ...headers, 'RxBank-Date': date ?? 'unknown', ...(date === undefined ? {} : { Date: date }) },
  body: JSON.stringify(value),
})

/** The answer that refuses. */
export const refused = ({ status, type, message, retryAfter, allow }: Refusal): Answer => ({
  status,
  headers: {
    ...headers,
    ...(status === 405 ? { Allow: allow } : {}),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(Math.ceil(retryAfter / 1000), 1)) }),
  },
  body: JSON.stringify({ type, message }),
})
