import { object } from '../../base/codec/object.js'

/** The users of the tokens in recorded responses. */
export interface TokenUsers {
  /** Stores the token in the body of a response, if there is one. */
  readonly record: (json: unknown) => void
  /** The uuid of the user whose token is in an `Authorization` header, if a response contained that token. */
  readonly userOf: (authorization: string) => string | undefined
}

export const createTokenUsers = (): TokenUsers => {
  const users = new Map<string, string>()
  return {
    record: (json) => {
      if (!object.is(json) || !object.is(json.user)) return
      const { access_token, user } = json
      if (typeof access_token === 'string' && typeof user.uuid === 'string')
        users.set(`Bearer ${access_token}`, user.uuid)
    },
    userOf: (authorization) => users.get(authorization),
  }
}
