import { guardCodec } from '../base/codec/guardCodec.js'
import { redact, Redacted, reveal } from '../base/Redacted.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The headers of a response that errors and events contain, by their names in the configuration. */
export type ResponseHeaders = Readonly<Record<string, string>>

const maxLength = 128
/** A longer value is hidden without a search for secrets, which would take too long. */
const maxSearchedLength = 1024
const unprintable = /[^ -~]/g
const secretLike =
  /\b(bearer|basic)\s|(token|secret|passw|session|cookie|key)[\w-]*["']?\s*[=:]|\beyJ[\w-]{8}|[\w+/~]{65}/i
const name =
  /^(?!.*(cookie|auth|token|secret|session|key)|location$|link$|content-|transfer-|connection$)[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/i

/**
 * The codec of the names of headers to select. Headers that may contain a secret or a URL, or describe the body, are
 * refused.
 */
export const keptHeaderNames = guardCodec(
  'at most 16 names of headers; none of credentials, links or content',
  (u): u is ReadonlyArray<string> =>
    Array.isArray(u) && u.length <= 16 && u.every((header) => typeof header === 'string' && name.test(header)),
)

const credential = /auth|token|secret|session|key/i
/**
 * Shorter values occur in texts by chance, so they do not count as secrets, unless their header is named like a
 * credential.
 */
const minSecretLength = 8

/** The parts of a header's value that may be secrets: each cookie, or the full value. */
const secretsOf = (name: string, value: string): ReadonlyArray<string> =>
  (/^cookie$/i.test(name) ? value.split(/;\s*/) : [value])
    .map((part) => part.replace(/^Bearer |^[\w-]+="?|"$/g, ''))
    .filter(({ length }) => length >= minSecretLength || credential.test(name))

/** Whether a text contains a secret that the request has sent. */
const containsSecret = (text: string, { headers, secretQuery }: HttpRequest): boolean => {
  const parameters = new URLSearchParams(secretQuery && reveal(secretQuery))
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value instanceof Redacted ? secretsOf(name, reveal(value)) : [],
  )
  return [...parameters.values(), ...sent].some((secret) => secret !== '' && text.includes(secret))
}

/**
 * Selects the headers of a response for events and errors. Values are cut at 128 characters, and redacted if they look
 * like a secret.
 */
export const selectResponseHeaders =
  (names: ReadonlyArray<string>) =>
  ({ headers }: HttpResponse, request: HttpRequest): ResponseHeaders =>
    Object.fromEntries(
      names.flatMap((name) => {
        const key = name.toLowerCase()
        const value = Object.hasOwn(headers, key) ? headers[key] : undefined
        if (value === undefined) return []
        const isSecret = value.length > maxSearchedLength || secretLike.test(value) || containsSecret(value, request)
        return [[name, isSecret ? String(redact(value)) : value.slice(0, maxLength).replace(unprintable, '?')]]
      }),
    )
