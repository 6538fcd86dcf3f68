import type { Observable } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import { authorize } from '../http/policies/authorize.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import { type SuppliedTokens, suppliedTokens } from '../streams/tokens/suppliedTokens.js'
import type { Connect } from './clientInternals.js'
import type { Settings } from './config/decodeClientConfig.js'

/** A user whose tokens the program supplies as `token$`. */
export interface SuppliedUser {
  readonly connection: () => Connection
  readonly tokens: SuppliedTokens
}

/**
 * Creates users from `token$`. Each Observable counts as another user, because the client does not know whose tokens it
 * emits.
 */
export const suppliedUsers = (
  settings: Settings,
  connect: Connect,
): ((token$: Observable<AccessToken>) => SuppliedUser) => {
  let userCount = 0
  return (token$) => {
    const tokens = suppliedTokens(settings.clock, token$)
    const connection = {
      ...connect(
        `token$=${String(++userCount)}`,
        authorize(() => tokens),
      ),
      isNamed: false,
    }
    return { connection: () => connection, tokens }
  }
}
