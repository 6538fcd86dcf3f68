import { object } from '../../base/codec/object.js'

/** The users of the tokens in recorded answers. */
export interface TokenUsers {
  /** Notes the token in the body of an answer, if there is one. */
  readonly learn: (json: unknown) => void
  /** The uuid of the user whose token an `Authorization` header carries, if that token was in an answer. */
  readonly of: (authorization: string) => string | undefined
}

export const createTokenUsers = (): TokenUsers => {
  const users = new Map<string, string>()
  return {
    learn: (json) => {
      if (!object.is(json) || !object.is(json.user)) return
      const { access_token, user } = json
      if (typeof access_token === 'string' && typeof user.uuid === 'string')
        users.set(`Bearer ${access_token}`, user.uuid)
    },
    of: (authorization) => users.get(authorization),
  }
}
