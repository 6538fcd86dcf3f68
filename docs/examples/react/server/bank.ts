import { createClient, createVirtualClock } from 'rxbank'
import { bridge2025, connectSession } from 'rxbank/bridge'
import { createSandbox, type Sandbox } from 'rxbank/sandbox'
import { catchError, EMPTY, filter, ignoreElements, interval, type Observable, tap } from 'rxjs'

const second = 1000
const day = 24 * 60 * 60 * second

/** How many days a consent lasts. */
const consentDays = 180

/** Long enough to be seen, in milliseconds. */
const pace = { authenticating: second, retrieving: second } as const

/** A bank in this process, whose time follows that of the machine while `run` is subscribed to. */
export interface Bank {
  readonly sandbox: Sandbox
  /** Lets a user pay something, and the service notice it: unless the user's first bank waits for the user. */
  readonly pay: (userUuid: string) => void
  /** Lets the bank's time follow the machine's. Never emits. */
  readonly run: () => Observable<never>
}

/** A payment of each user every ten seconds. Never emits. */
export const live = ({ sandbox, pay }: Bank): Observable<never> =>
  interval(10 * second).pipe(
    tap(() => sandbox.users.forEach(({ uuid }) => pay(uuid))),
    ignoreElements(),
  )

/** A salary, and the payment of the deferred card: without them the accounts would only ever lose money. */
const payMonth = (sandbox: Sandbox, userUuid: string, date: string): void => {
  const [checking, , card] = sandbox.users.find(({ uuid }) => uuid === userUuid)?.accountIds ?? []
  if (checking === undefined || card === undefined) return
  const salary = { account_id: checking, amount: 4215.37, description: 'Salary', raw_description: 'VIR SALARY' }
  const settled = { account_id: card, amount: 2390.1, description: 'Card payment', raw_description: 'CARD' }
  for (const changes of [salary, settled])
    sandbox.insertTransactions(userUuid, 1, { changes: { ...changes, date, category_id: 230, is_future: false } })
}

/**
 * A bank with invented data, in the state after half a year: of the first two users, the consent to the second bank ends
 * in `lead` milliseconds, and that to the first in five days. The third user has no bank yet.
 */
export const createBank = (lead = 60 * second): Bank => {
  const clock = createVirtualClock({ start: Date.now() + lead - consentDays * day })
  const sandbox = createSandbox({ seed: 27, users: 3, banks: 60, transactions: 60, clock, profile: bridge2025 })
  const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
  const [camille, noor, sam] = sandbox.users
  sam?.itemIds.forEach((itemId) => sandbox.removeItem(itemId))

  /** The user consents to the bank of an item, without a browser. */
  const consent = (userUuid: string, itemId: number): void => {
    client
      .user({ userUuid })
      .send(connectSession({ itemId, accountTypes: 'all' }))
      .subscribe(({ url }) => sandbox.submitBankForm(url, { authenticating: 0, retrieving: 0 }))
  }

  const payers = [camille, noor].filter((user) => user !== undefined)
  for (let passed = 0; passed < consentDays; passed++) {
    for (const { uuid, itemIds } of payers) {
      if (passed === 0) consent(uuid, itemIds[1] ?? 0)
      if (passed === 5) consent(uuid, itemIds[0] ?? 0)
      sandbox.insertTransactions(uuid, 2 + (passed % 3))
      if (passed % 30 === 12) payMonth(sandbox, uuid, new Date(clock.wall()).toISOString().slice(0, 10))
    }
    clock.advance(passed < consentDays - 1 ? day : Math.max(0, Date.now() - clock.wall()))
  }

  return {
    sandbox,
    pay: (userUuid) => {
      const [itemId] = sandbox.users.find(({ uuid }) => uuid === userUuid)?.itemIds ?? []
      if (itemId === undefined) return
      client
        .user({ userUuid })
        .items.get(itemId)
        .pipe(
          filter(({ status }) => status === 0),
          catchError(() => EMPTY), // while the sandbox plays a service that fails
        )
        .subscribe(() => {
          sandbox.insertTransactions(userUuid, 1)
          sandbox.refresh(itemId, pace)
        })
    },
    run: () =>
      interval(50).pipe(
        tap(() => clock.advance(Math.max(0, Date.now() - clock.wall()))),
        ignoreElements(),
      ),
  }
}
