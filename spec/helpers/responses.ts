import type { HttpResponse } from '../../lib/http/HttpResponse.js'

/** An answer with a JSON body. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const html = { 'content-type': 'text/html; charset=utf-8' }
const pageOfProxy = '<!doctype html><html><body>Back soon</body></html>'

/** Answers that the service did not give, as they come from a proxy, a firewall or a portal, or are cut off. */
export const foreignResponses: ReadonlyArray<{ readonly what: string; readonly response: HttpResponse }> = [
  { what: 'a 200 with HTML', response: { status: 200, headers: html, body: pageOfProxy } },
  { what: 'an empty 200', response: { status: 200, headers: { 'content-length': '0' }, body: '' } },
  { what: 'a 204', response: { status: 204, headers: {}, body: '' } },
  {
    what: 'JSON that was cut off at its stated length',
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': '14' },
      body: '{"resources":[',
    },
  },
  { what: 'a 302 to a portal', response: { status: 302, headers: { location: 'https://portal.example/' }, body: '' } },
  { what: 'a 307 with JSON', response: { status: 307, headers: { location: 'https://portal.example/' }, body: '{}' } },
  { what: 'a redirect that a browser hides', response: { status: 0, headers: {}, body: '' } },
  ...[400, 401, 403, 404, 410, 451].map((status) => ({
    what: `a ${String(status)} with the page of a firewall`,
    response: { status, headers: html, body: pageOfProxy },
  })),
  {
    what: 'a 403 in plain text',
    response: { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' },
  },
]

/** A page of a list; `next` and `previous` as the service would send them. */
export const page = (
  resources: ReadonlyArray<unknown>,
  next: string | null = null,
  previous: string | null = null,
  headers: Record<string, string> = {},
): HttpResponse => json({ resources, pagination: { previous_uri: previous, next_uri: next } }, 200, headers)

/** An answer of `authenticate`; `expiresAt` in milliseconds since 1970. */
export const token = (name: string, expiresAt: number, headers: Record<string, string> = {}): HttpResponse =>
  json(
    {
      access_token: name,
      expires_at: new Date(expiresAt).toISOString(),
      user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
    },
    200,
    headers,
  )
