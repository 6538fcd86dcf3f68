import type { Invariant } from './Invariant.js'

/** One authentication serves all. */
export const singleFlight: Invariant = {
  name: 'at most one authentication of a user is in flight',
  watch: (world, broken) => ({
    sent: ({ person, request: { operation } }) => {
      if (operation !== 'authenticate' || person === undefined) return
      const count = world.inFlight(person, operation)
      if (count > 1) broken(`${String(count)} authentications of user ${String(person.number)} are in flight`)
    },
  }),
}
