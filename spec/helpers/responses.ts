import type { HttpResponse } from '../../lib/http/HttpResponse.js'

/** An answer with a JSON body. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

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
