import type { Observable } from 'rxjs'
import { observableCodec } from '../base/codec/guardCodec.js'
import { options } from '../base/codec/options.js'
import { decodeOptions, wrongOption } from '../base/error/decodeOptions.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import { deferSend } from '../streams/send/send.js'
import type { Users } from './applicationUsers.js'
import type { Connect } from './clientInternals.js'
import { plainCollection } from './collection.js'
import type { Settings } from './config/decodeClientConfig.js'
import { userReads } from './userReads.js'
import { suppliedUsers } from './userSources.js'

const identity = options(
  '{ token$ }',
  {
    token$: observableCodec<Observable<AccessToken>>(
      'an Observable of access tokens: a bundle for browsers has no secret to request them; a gateway needs none',
    ),
  },
  {},
)

const refuse = (): never => {
  throw wrongOption('/clientSecret', "the application's secret, which a bundle for browsers cannot keep")
}

/**
 * Creates the part of a client that manages users, in a bundle for browsers. There `clientSecret` is refused, so a
 * user's tokens are always supplied as `token$`. In these bundles the import `#users` resolves to this file.
 */
export const applicationUsers = (settings: Settings, connect: Connect): Users => {
  const connectUser = suppliedUsers(settings, connect)
  const refusedStream = () => deferSend<never>(refuse, refuse)
  const refusedCollection = plainCollection<never>(refuse, refuse)
  return {
    users: {
      ...refusedCollection,
      items: () => refusedCollection,
      create: refusedStream,
      ensure: refusedStream,
      get: refusedStream,
      delete: refusedStream,
    },
    user: (identityOption) => {
      const { connection, tokens } = connectUser(decodeOptions(identity, identityOption).token$)
      return Object.assign(userReads(settings, connection), {
        token$: tokens.usable$,
        invalidate: () => undefined,
        changePassword: refusedStream,
      })
    },
  }
}
