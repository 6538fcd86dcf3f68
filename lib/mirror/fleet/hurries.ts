import { defer, filter, map, type Observable, of, Subject, take } from 'rxjs'

/** Reports to the rounds that a worker holds that their users were hurried. */
export const createHurries = () => {
  const reported = new Subject<string>()
  const hurried = new Set<string>()

  return {
    /** Called when a user whose round the worker holds was hurried. */
    tell: (user: string): void => {
      hurried.add(user)
      reported.next(user)
    },
    /** Emits once and completes when the user is hurried; at once if the user was hurried since the round was taken. */
    of: (user: string): Observable<void> =>
      defer(() =>
        (hurried.has(user) ? of(user) : reported).pipe(
          filter((one) => one === user),
          take(1),
          map(() => undefined),
        ),
      ),
    /** Called when the user's round has ended. */
    forget: (user: string): void => void hurried.delete(user),
  }
}
