import { reveal } from '../../base/Redacted.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { duration, printable } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'

const expiry = ({ expires_at }: AccessToken): string =>
  expires_at.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

/** The user and the expiry of a token, as text. */
export const tokenText = (token: AccessToken, now: number): ReadonlyArray<string> => {
  const { uuid, external_user_id, email } = token.user
  const name = external_user_id ?? email
  const left = token.expires_at.getTime() - now
  return [
    `user     ${printable(name === null || name === undefined ? uuid : `${name} (${uuid})`)}`,
    `expires  ${expiry(token)}, ${left > 0 ? `in ${duration(left)}` : 'by the clock of the service'}`,
  ]
}

/**
 * The user and the expiry of a token, as JSON. `expires_in` is in seconds; `null` if the clocks differ too much to
 * compute it.
 */
export const tokenJson = ({ access_token, expires_at, user }: AccessToken, now: number, isShown: boolean): string => {
  const left = expires_at.getTime() - now
  return jsonLine({
    user,
    expires_at,
    expires_in: left > 0 ? Math.floor(left / 1000) : null,
    ...(isShown ? { access_token: reveal(access_token) } : {}),
  })
}
