import { sized } from '../random.js'
import { hour, minute, span } from '../time.js'
import { receiveTokens } from '../world/receiveTokens.js'
import type { Kind } from './Kind.js'

/** The service ends a user's tokens before their time. */
export const revoke: Kind = {
  name: 'revoke',
  to: 'user',
  daily: () => 0.1,
  draw: () => ({
    words: 'the service ends all tokens of the user',
    run: ({ sandbox, counts }, { user }) => {
      counts.add('revocations of tokens')
      sandbox.revokeTokens(user.uuid)
    },
  }),
}

/** The application forgets a user's token. */
export const invalidate: Kind = {
  name: 'invalidate',
  to: 'user',
  daily: () => 0.1,
  draw: () => ({
    words: 'the application forgets the token',
    run: (world, { identity }) => {
      if (!world.isUp()) return
      world.counts.add('calls of invalidate')
      world.client().user(identity).invalidate()
    },
  }),
}

/** Somebody subscribes to a user's tokens for a while. */
export const tokenVisit: Kind = {
  name: 'token visit',
  to: 'user',
  daily: () => 0.1,
  draw: (random) => {
    const ms = sized(random, minute, 4 * hour)
    return {
      words: `somebody subscribes to token$ for ${span(ms)}`,
      run: (world, person) => {
        if (person.isAway || !world.isUp()) return
        world.counts.add('visits of token$')
        world.visit(person, 'token$', (end) => {
          const leave = receiveTokens(
            world,
            person,
          )((error) => {
            end()
            world.notice.failed(person, 'token$', error)
          })
          world.machine.later(ms, end)
          return leave
        })
      },
    }
  },
}
