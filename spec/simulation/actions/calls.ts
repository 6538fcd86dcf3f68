import { type Observable, take } from 'rxjs'
import type { UserClient } from '../../../lib/client/UserClient.js'
import { oneOf, type Random, whole } from '../random.js'
import type { Person } from '../world/Person.js'
import { receive } from '../world/receive.js'
import type { World } from '../world/World.js'
import type { Kind } from './Kind.js'

type Call = (user: UserClient, person: Person, world: World) => Observable<unknown>

const calls: Readonly<Record<string, (random: Random) => Call>> = {
  'transactions.list': (random) => {
    const limit = whole(random, 3, 30)
    const pages = whole(random, 1, 6)
    const prefetch = oneOf<0 | 1>(random, [0, 1])
    return ({ transactions }) => transactions.pages({ limit, prefetch }).pipe(take(pages))
  },
  'accounts.list': () => (user) => user.accounts.all(),
  'stocks.get': () => (user, person) => user.stocks.get(person.user.stockIds[0] ?? 0),
  'items.refreshStatus': (random) => {
    const outcome = oneOf(random, ['finished', 'finished_error', 'info_required'] as const)
    return (user, person, { sandbox }) => {
      const item = person.user.itemIds[0] ?? 0
      sandbox.refresh(item, { outcome })
      return user.items.watchRefresh(item)
    }
  },
}

/** Somebody asks for something of a user, once. */
export const call: Kind = {
  name: 'call',
  to: 'user',
  daily: () => 0.6,
  draw: (random) => {
    const operation = oneOf(random, Object.keys(calls))
    const ask = calls[operation]?.(random)
    return {
      words: `somebody asks for ${operation}`,
      run: (world, person) => {
        if (person.isAway || !world.isUp() || ask === undefined) return
        world.counts.add(`calls of ${operation}`)
        world.visit(person, operation, (end) => {
          const subscription = ask(world.client().user(person.identity), person, world).subscribe({
            next: () => receive(person),
            error: (error: unknown) => {
              // Whoever is told of an error is told before a page that was asked for in advance is let go.
              world.machine.later(0, end)
              world.notice.failed(person, operation, error)
            },
            complete: end,
          })
          return () => subscription.unsubscribe()
        })
      },
    }
  },
}
