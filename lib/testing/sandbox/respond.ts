import { isLeft } from 'fp-ts/lib/Either.js'
import { admit, type RoutedRequest } from './admit.js'
import type { ApiVersion } from './apiVersions.js'
import type { FaultEffects, PlacedOperation } from './router.js'
import type { SandboxResponse } from './SandboxResponse.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import { isoTime } from './World.js'

/** Converts an answer to the format of an API version: removes later fields, and, before beta 3, milliseconds. */
const toApiVersionFormat = (
  { missingFields, hasMilliseconds }: ApiVersion,
  answer: SandboxResponse,
): SandboxResponse => {
  if (answer.body === '' || (missingFields.length === 0 && hasMilliseconds)) return answer
  const revive = (field: string, value: unknown): unknown => {
    if (missingFields.includes(field)) return undefined
    return !hasMilliseconds && field.endsWith('_at') && typeof value === 'string'
      ? value.replace(/\.\d{3}Z$/, 'Z')
      : value
  }
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body, revive)) }
}

/** Answers a request as the service does. */
export const respond = (
  state: State,
  routed: RoutedRequest<PlacedOperation>,
  effects: FaultEffects,
  noteUser: (user: UserState) => void,
): SandboxResponse => {
  const admitted = admit(state, routed)
  if (isLeft(admitted)) return admitted.left
  const { match, apiVersion } = admitted.right
  const { request } = routed
  const parameters = new URLSearchParams(request.query)
  return toApiVersionFormat(
    apiVersion,
    match.route.answer({ ...admitted.right, state, request, parameters, effects, noteUser }),
  )
}

const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-xss-protection': '1; mode=block',
  'content-security-policy': "default-src 'self'; img-src https://images.sandbox.invalid",
}

/**
 * The headers with the remaining limit of a user or, without a user, of the application, in dialects that send them. The
 * reset time is in whole seconds.
 */
export const limitHeadersOf = (
  { dialect, limiter }: State,
  user: UserState | undefined,
): SandboxResponse['headers'] => {
  const remaining = dialect.sendsLimits === true ? limiter.remaining(user?.index) : undefined
  if (remaining === undefined) return {}
  return {
    'ratelimit-limit': String(remaining.limit),
    'ratelimit-remaining': String(remaining.remaining),
    'ratelimit-reset': isoTime(Math.ceil(remaining.resetAt / 1000) * 1000).replace('.000Z', 'Z'),
  }
}

/**
 * The headers of all answers: `Date` if `time` is defined, and security headers if the API version has them.
 */
export const commonHeaders = (
  apiVersion: ApiVersion | undefined,
  time: number | undefined,
): SandboxResponse['headers'] => ({
  ...(time === undefined ? {} : { date: new Date(time).toUTCString() }),
  'cache-control': 'no-cache, no-store',
  ...(apiVersion?.hasSecurityHeaders === false ? {} : securityHeaders),
})
