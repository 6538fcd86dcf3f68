import { createClient, createVirtualClock } from 'rxbank'
import { bridge2025, connectSession } from 'rxbank/bridge'
import { createSandbox, dialect2025 } from 'rxbank/sandbox'
import { ignoreElements, interval, map, type Observable, tap } from 'rxjs'

const second = 1000
const day = 24 * 60 * 60 * second

/** How long a consent lasts. */
const lifetime = 180 * day

/**
 * Another service, as of 2025-01-15, which knows the same people: its time began half a year ago, so that of each of them the
 * consent to the first bank ends in `lead` milliseconds, and that to the second in five days.
 */
export const createConsentBank = (seed: number, lead = 60 * second) => {
  const clock = createVirtualClock({ start: Date.now() + lead - lifetime })
  const sandbox = createSandbox({ seed, users: 2, banks: 60, clock, profile: bridge2025, dialect: dialect2025 })
  const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
  const agree = (turn: number): void => {
    for (const { uuid, itemIds } of sandbox.users)
      client
        .user({ userUuid: uuid })
        .send(connectSession({ itemId: itemIds[turn] ?? 0 }))
        .subscribe(({ url }) => sandbox.submitBankForm(url, { authenticating: 0, retrieving: 0 }))
  }
  const follow = (): void => clock.advance(Math.max(0, Date.now() - clock.wall()))
  agree(0)
  clock.advance(5 * day)
  agree(1)
  follow()
  return {
    sandbox,
    client,
    /** Opens the session in which a user renews the consent to an item: emits where to send the browser. */
    renew: (userUuid: string, itemId: number, callbackUrl: string): Observable<string> =>
      client
        .user({ userUuid })
        .send(connectSession({ itemId, callbackUrl }))
        .pipe(map(({ url }) => url)),
    /** Lets its time go on with that of the machine. Never emits. */
    run: (): Observable<never> => interval(50).pipe(tap(follow), ignoreElements()),
  }
}

export type ConsentBank = ReturnType<typeof createConsentBank>
