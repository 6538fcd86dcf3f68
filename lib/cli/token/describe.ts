import { type AccessToken, reveal } from '../../index.js'
import { duration, printable } from '../format.js'
import { jsonLine } from '../output/jsonLine.js'

const expiry = ({ expires_at }: AccessToken): string =>
  expires_at.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

/** Whose a token is and until when, for a person. */
export const tokenText = (token: AccessToken, now: number): ReadonlyArray<string> => {
  const { uuid, external_user_id, email } = token.user
  const name = external_user_id ?? email
  const left = token.expires_at.getTime() - now
  return [
    `user     ${printable(name === null || name === undefined ? uuid : `${name} (${uuid})`)}`,
    `expires  ${expiry(token)}, ${left > 0 ? `in ${duration(left)}` : 'by the clock of the service'}`,
  ]
}

/** The same as JSON; `expires_in` in seconds, `null` where the clocks differ too much to say. */
export const tokenJson = ({ access_token, expires_at, user }: AccessToken, now: number, isShown: boolean): string => {
  const left = expires_at.getTime() - now
  return jsonLine({
    user,
    expires_at,
    expires_in: left > 0 ? Math.floor(left / 1000) : null,
    ...(isShown ? { access_token: reveal(access_token) } : {}),
  })
}
