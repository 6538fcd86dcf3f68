import { none } from 'fp-ts/lib/Option.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'

/** A request as policies and transports see it: a harmless GET, but for what is given. */
export const httpRequest = (overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  number: 1,
  operation: 'stocks.list',
  page: none,
  method: 'GET',
  url: 'https://bank.example/v2/stocks',
  baseUrl: { origin: new URL(overrides.url ?? 'https://bank.example').origin, prefix: '', roots: ['/v2'] },
  headers: { Accept: 'application/json' },
  body: none,
  access: 'public',
  idempotent: true,
  priority: 'interactive',
  timeout: 30_000,
  maxBodySize: 1_000_000,
  ...overrides,
})
