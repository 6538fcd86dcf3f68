import type { Observable } from 'rxjs'
import type { Settings } from '../config/settings.js'
import type { Connection } from '../http/Connection.js'
import { authorize } from '../http/policies/authorize.js'
import type { AccessToken } from '../model/AccessToken.js'
import { type SuppliedTokens, suppliedTokens } from '../tokens/suppliedTokens.js'
import type { Connect } from './Connect.js'

/** A user whose tokens somebody else keeps. */
export interface SuppliedUser {
  readonly connection: () => Connection
  readonly tokens: SuppliedTokens
}

/** Makes users of the tokens that somebody else keeps: each supply is another user, whom the client has no name for. */
export const suppliedUsers = (
  settings: Settings,
  connect: Connect,
): ((token$: Observable<AccessToken>) => SuppliedUser) => {
  let supplied = 0
  return (token$) => {
    const tokens = suppliedTokens(settings.clock, token$)
    const connection = { ...connect(`token$=${String(++supplied)}`, authorize(tokens)), isNamed: false }
    return { connection: () => connection, tokens }
  }
}
