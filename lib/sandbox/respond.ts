import { isLeft } from 'fp-ts/lib/Either.js'
import { admit } from './admit.js'
import type { Answer } from './Answer.js'
import type { Tuning } from './Call.js'
import { operations } from './operations.js'
import type { Match } from './router.js'
import type { State } from './State.js'
import type { UserState } from './users.js'
import type { WireRequest } from './WireRequest.js'

/** Answers a request as the service does. */
export const respond = (
  state: State,
  request: WireRequest,
  found: ReadonlyArray<Match>,
  tuning: Tuning,
  about: (user: UserState) => void,
): Answer => {
  const admitted = admit(state, request, found)
  if (isLeft(admitted)) return admitted.left
  const parameters = new URLSearchParams(request.query)
  return operations[admitted.right.match.name]({ ...admitted.right, state, request, parameters, tuning, about })
}

/** The headers that all answers have (§5); those of security since the stage 2016-01-18. */
export const commonHeaders = (version: string | undefined, time: number): Readonly<Record<string, string>> => ({
  date: new Date(time).toUTCString(),
  'cache-control': 'no-cache, no-store',
  ...(version !== undefined && version < '2016-01-18'
    ? {}
    : {
        'x-frame-options': 'DENY',
        'x-xss-protection': '1; mode=block',
        'content-security-policy': "default-src 'self'; img-src https://images.sandbox.invalid",
      }),
})
