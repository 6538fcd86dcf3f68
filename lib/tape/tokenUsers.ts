import { object } from '../codec/object.js'

/** Whose the tokens are that were answered. */
export interface TokenUsers {
  /** Learns from the body of an answer. */
  readonly learn: (json: unknown) => void
  /** The uuid of the user whose token a header carries, if it was answered here. */
  readonly of: (authorization: string) => string | undefined
}

/** Knows no tokens yet. */
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
