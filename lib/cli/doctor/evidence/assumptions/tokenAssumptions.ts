import { object } from '../../../../base/codec/object.js'
import { type Assumption, forEachResponse, type Judge, type Observation, observation } from '../Assumption.js'
import { isSuccess, type ParsedResponse } from '../ParsedResponse.js'
import { valueForm } from '../valueShape.js'

type Token = Readonly<Record<string, unknown>>

const judgeToken = (judge: (token: Token, response: ParsedResponse) => Observation | undefined): Judge =>
  forEachResponse((response) =>
    response.key === 'authenticate' && isSuccess(response) && object.is(response.json)
      ? judge(response.json, response)
      : undefined,
  )

const twoHours = 2 * 60 * 60 * 1000
/**
 * The maximum deviation from two hours that still counts as two hours, because the clocks of two servers may differ.
 */
const tolerance = 5 * 60 * 1000

/** Assumptions about the response to an authentication. */
export const tokenAssumptions: ReadonlyArray<Assumption> = [
  {
    id: 'token.status',
    sentence: 'An authentication that succeeds is answered with 200.',
    judge: judgeToken((_, { status }) => observation(status === 200, `status ${String(status)}`)),
  },
  {
    id: 'token.access-token',
    sentence: 'The token is a string in `access_token`.',
    judge: judgeToken(({ access_token: token }) =>
      observation(
        typeof token === 'string' && token !== '',
        token === undefined ? 'missing' : typeof token === 'string' ? 'string' : valueForm(token),
      ),
    ),
  },
  {
    id: 'token.expires-at',
    sentence: '`expires_at` is an ISO 8601 time in UTC with milliseconds.',
    judge: judgeToken(({ expires_at: end }) => {
      const form = end === undefined ? 'missing' : valueForm(end)
      return observation(form === 'time', form)
    }),
  },
  {
    id: 'token.lifetime',
    sentence: 'A token is valid for two hours.',
    judge: judgeToken(({ expires_at: end }, { now }) => {
      const left = typeof end === 'string' ? Date.parse(end) - now : NaN
      if (Number.isNaN(left)) return undefined
      const minutes = Math.round(left / 600_000) * 10
      return observation(Math.abs(left - twoHours) <= tolerance, `about ${String(minutes)} minutes`)
    }),
  },
  {
    id: 'token.user',
    sentence: 'The response names the user by a UUID in `user.uuid`.',
    judge: judgeToken(({ user }) => {
      const form = object.is(user) && user.uuid !== undefined ? valueForm(user.uuid) : 'missing'
      return observation(form === 'UUID', form)
    }),
  },
  {
    id: 'token.no-refresh',
    sentence: 'There is no refresh token.',
    judge: judgeToken((token) =>
      Object.hasOwn(token, 'refresh_token') ? observation(false, 'refresh_token') : observation(true, 'none'),
    ),
  },
]
