import { defer, filter, map, type Observable, of, Subject, take } from 'rxjs'

/** Tells the rounds that a worker holds that their users were hurried. */
export const createHurries = () => {
  const told = new Subject<string>()
  const hurried = new Set<string>()

  return {
    /** Notes that a user whose round the worker holds was hurried. */
    tell: (user: string): void => {
      hurried.add(user)
      told.next(user)
    },
    /** Emits once and completes when the user is hurried; at once if the user was hurried since the round was taken. */
    of: (user: string): Observable<void> =>
      defer(() =>
        (hurried.has(user) ? of(user) : told).pipe(
          filter((one) => one === user),
          take(1),
          map(() => undefined),
        ),
      ),
    /** Notes that the user's round has ended. */
    forget: (user: string): void => void hurried.delete(user),
  }
}
