import { isLeft } from 'fp-ts/lib/Either.js'
import { admit, type Asked } from './admit.js'
import type { FaultEffects } from './Call.js'
import type { Answer } from './SandboxAnswer.js'
import type { AnsweredRoute } from './SandboxOperation.js'
import type { UserState } from './sandboxUsers.js'
import type { Stage } from './stages.js'
import type { State } from './State.js'
import { inStage } from './toStageFormat.js'
import { isoTime } from './World.js'

/** Answers a request as the service does. */
export const respond = (
  state: State,
  asked: Asked<AnsweredRoute>,
  effects: FaultEffects,
  about: (user: UserState) => void,
): Answer => {
  const admitted = admit(state, asked)
  if (isLeft(admitted)) return admitted.left
  const { match, stage } = admitted.right
  const { request } = asked
  const parameters = new URLSearchParams(request.query)
  return inStage(stage, match.route.answer({ ...admitted.right, state, request, parameters, effects, about }))
}

const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-xss-protection': '1; mode=block',
  'content-security-policy': "default-src 'self'; img-src https://images.sandbox.invalid",
}

/**
 * The headers that tell how much is left of the limit of a user or, without a user, of the application, in the stages that
 * send them; the reset is a time in whole seconds.
 */
export const limitHeadersOf = ({ dialect, limiter }: State, user: UserState | undefined): Answer['headers'] => {
  const left = dialect.sendsLimits === true ? limiter.left(user?.index) : undefined
  if (left === undefined) return {}
  return {
    'ratelimit-limit': String(left.limit),
    'ratelimit-remaining': String(left.remaining),
    'ratelimit-reset': isoTime(Math.ceil(left.resetAt / 1000) * 1000).replace('.000Z', 'Z'),
  }
}

/**
 * The headers of all answers (interface.md §5): `Date` if `time` is given, and security headers unless the stage has
 * none.
 */
export const commonHeaders = (stage: Stage | undefined, time: number | undefined): Answer['headers'] => ({
  ...(time === undefined ? {} : { date: new Date(time).toUTCString() }),
  'cache-control': 'no-cache, no-store',
  ...(stage?.securityHeaders === false ? {} : securityHeaders),
})
