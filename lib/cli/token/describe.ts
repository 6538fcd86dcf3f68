import { type AccessToken, reveal } from '../../index.js'
import { duration, printable } from '../format.js'
import { jsonLine } from '../output/jsonLine.js'

const expiry = ({ expires_at }: AccessToken): string =>
  expires_at.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

/** Whose a token is and until when, for a person. */
export const tokenText = (token: AccessToken, now: number): ReadonlyArray<string> => {
  const { uuid, external_user_id, email } = token.user
  const name = external_user_id ?? email
  return [
    `user     ${printable(name === null || name === undefined ? uuid : `${name} (${uuid})`)}`,
    `expires  ${expiry(token)}, in ${duration(token.expires_at.getTime() - now)}`,
  ]
}

/** The same as JSON; `expires_in` in seconds. */
export const tokenJson = ({ access_token, expires_at, user }: AccessToken, now: number, isShown: boolean): string =>
  jsonLine({
    user,
    expires_at,
    expires_in: Math.max(Math.floor((expires_at.getTime() - now) / 1000), 0),
    ...(isShown ? { access_token: reveal(access_token) } : {}),
  })
