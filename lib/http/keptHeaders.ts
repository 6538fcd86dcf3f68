import { guardCodec } from '../base/codec/guardCodec.js'
import { redact, Redacted, reveal } from '../base/Redacted.js'
import type { HttpRequest } from './HttpRequest.js'
import type { HttpResponse } from './HttpResponse.js'

/** The headers of an answer that errors and events contain, by the names that the configuration has. */
export type KeptHeaders = Readonly<Record<string, string>>

const maxLength = 128
/** A longer value is hidden unread, as searching it for secrets would take too long. */
const maxSearchedLength = 1024
const unprintable = /[^ -~]/g
const secretLike =
  /\b(bearer|basic)\s|(token|secret|passw|session|cookie|key)[\w-]*["']?\s*[=:]|\beyJ[\w-]{8}|[\w+/~]{65}/i
const name =
  /^(?!.*(cookie|auth|token|secret|session|key)|location$|link$|content-|transfer-|connection$)[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/i

/** The codec of the names of headers to keep: none that carries a secret or a URL, or describes the body. */
export const keptHeaderNames = guardCodec(
  'names of headers, 16 at most, none of credentials, links or content',
  (u): u is ReadonlyArray<string> =>
    Array.isArray(u) && u.length <= 16 && u.every((one) => typeof one === 'string' && name.test(one)),
)

const credential = /auth|token|secret|session|key/i
/** A shorter value of a cookie, or of a header that is not named as a credential, is in too many texts to be a secret. */
const minSecretLength = 8

/** What of a header's value may be a secret: the values of its cookies; of a header of the app, what is long enough. */
const secretsOf = (name: string, value: string): ReadonlyArray<string> =>
  (/^cookie$/i.test(name) ? value.split(/;\s*/) : [value])
    .map((part) => part.replace(/^Bearer |^[\w-]+="?|"$/g, ''))
    .filter(({ length }) => length >= minSecretLength || credential.test(name))

/** Whether a text contains a secret of the request. */
const containsSecret = (text: string, { headers, secretQuery }: HttpRequest): boolean => {
  const parameters = new URLSearchParams(secretQuery && reveal(secretQuery))
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value instanceof Redacted ? secretsOf(name, reveal(value)) : [],
  )
  return [...parameters.values(), ...sent].some((secret) => secret !== '' && text.includes(secret))
}

/**
 * The headers of an answer for events and errors: values are cut to 128 characters, and hidden if they look like a
 * secret.
 */
export const keptHeaders =
  (names: ReadonlyArray<string>) =>
  ({ headers }: HttpResponse, request: HttpRequest): KeptHeaders =>
    Object.fromEntries(
      names.flatMap((name) => {
        const key = name.toLowerCase()
        const value = Object.hasOwn(headers, key) ? headers[key] : undefined
        if (value === undefined) return []
        const isSecret = value.length > maxSearchedLength || secretLike.test(value) || containsSecret(value, request)
        return [[name, isSecret ? String(redact(value)) : value.slice(0, maxLength).replace(unprintable, '?')]]
      }),
    )
