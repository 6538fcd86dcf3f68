import { throwError } from 'rxjs'
import type { Settings } from '../config.js'
import { wrongOption } from '../error/wrongOption.js'
import type { AccessTokens } from '../stream/accessTokens.js'
import type { Connect } from './connections.js'
import { principalOf } from './identity.js'
import type { Sessions } from './sessions.js'

const refused = throwError(() =>
  wrongOption(
    '/clientSecret',
    "the application's secret, which authenticate needs and a bundle for browsers cannot keep: give the user's token$",
  ),
)

const noTokens: AccessTokens = {
  token$: refused,
  take: () => refused,
  lives: () => false,
  refuse: () => false,
  accept: () => undefined,
  invalidate: () => undefined,
  isIdle: () => true,
}

/** The sessions of a bundle for browsers, where `clientSecret` is refused: nobody can authenticate, and it is told. */
export const sessions =
  (_: Settings, connect: Connect): Sessions =>
  (user) => ({ connection: connect(principalOf(user), noTokens), tokens: noTokens })
