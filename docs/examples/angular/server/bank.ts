import { documentedProfile } from 'rxbank'
import { createSandbox, type Sandbox } from 'rxbank/sandbox'
import { ignoreElements, interval, type Observable, tap } from 'rxjs'

/** Because the stocks of this one move often. */
export const seed = 114406

/** A bank with invented data, two users and few rows. */
export const createBank = (): Sandbox =>
  createSandbox({ profile: documentedProfile, seed, users: 2, banks: 60, transactions: 1200, stocks: 7 })

/** Long enough to be seen, in milliseconds. */
export const pace = { authenticating: 2000, retrieving: 4000 } as const

/** Refreshes each item once. */
export const refreshAll = ({ users, refresh }: Sandbox): void => {
  for (const id of users.flatMap(({ itemIds }) => itemIds)) refresh(id, pace)
}

/** As the service does, it refreshes the items that there were at the start from time to time. Never emits. */
export const live = (sandbox: Sandbox): Observable<never> => {
  const itemIds = sandbox.users.flatMap((user) => user.itemIds)
  return interval(10_000).pipe(
    tap((turn) => sandbox.refresh(itemIds[turn % itemIds.length] ?? 0, pace)),
    ignoreElements(),
  )
}
