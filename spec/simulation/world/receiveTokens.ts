import type { Person } from './Person.js'
import { receive } from './receive.js'
import type { World } from './World.js'

/** Subscribes to the tokens of a user. */
export const receiveTokens = (world: World, person: Person) => (onError: (error: unknown) => void) => {
  const subscription = world
    .client()
    .user(person.identity)
    .token$.subscribe({
      next: (token) => {
        world.counts.add('tokens received')
        world.notice.token(person, token)
        receive(person)
      },
      error: onError,
    })
  return () => subscription.unsubscribe()
}
