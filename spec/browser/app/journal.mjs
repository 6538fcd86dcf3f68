import { filter, firstValueFrom, take, timeout, toArray } from 'rxjs'

const patience = 30_000

/** Awaits what the sandbox is asked from now on. */
export const watch = ({ journal }) => {
  const next = (matches, count) =>
    firstValueFrom(journal.changes$.pipe(filter(matches), take(count), toArray(), timeout(patience)))
  const isOf = (entry, route, user) => entry.route === route && entry.userUuid === user?.uuid
  return {
    /** The next requests of a user, or without one for what is public, that are answered. */
    answered: (route, user, count = 1) =>
      next((entry) => typeof entry.status === 'number' && isOf(entry, route, user), count),
    /** The next request of a user that its client leaves. */
    aborted: (route, user) => next((entry) => entry.status === 'aborted' && isOf(entry, route, user), 1),
    /** The next request for a route that begins. */
    begun: (route) => next((entry) => entry.status === 'pending' && entry.route === route, 1),
    /** What a user has asked since a number of the journal. */
    since: (number, user) => journal.entries().filter((entry) => entry.number > number && entry.userUuid === user.uuid),
    /** The number of the newest request. */
    newest: () => journal.entries().at(-1)?.number ?? 0,
  }
}
