import { createClient, createVirtualClock } from 'rxbank'
import { bridge2025, connectSession } from 'rxbank/bridge'
import { createSandbox, dialect2025, type Sandbox, type SandboxConfig } from 'rxbank/sandbox'
import { interval, map, type Observable, type Subscription } from 'rxjs'

const second = 1000
const day = 24 * 60 * 60 * second

/** How long a consent lasts. */
const lifetime = 180 * day

/** A bank whose users gave their consents at different times. */
export interface AgedBank {
  readonly sandbox: Sandbox
  /** Lets its time go on with that of the machine. */
  readonly run: () => Subscription
  /** A user goes through the form of the bank, and renews the consent to an item. Cold; emits once. */
  readonly renew: (externalUserId: string, itemId: number) => Observable<unknown>
}

/**
 * A bank as of 2025-01-15, whose time began half a year ago: the consent to the first item ends in `lead` milliseconds, that
 * to the second in five days, that to the third in three months. The others have ended.
 */
export const agedBank = (config: Omit<SandboxConfig, 'profile'>, lead: number): AgedBank => {
  const clock = createVirtualClock({ start: Date.now() + lead - lifetime })
  const sandbox = createSandbox({ ...config, clock, profile: bridge2025, dialect: dialect2025 })
  const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
  const renew = (externalUserId: string, itemId: number) =>
    client
      .user({ externalUserId })
      .send(connectSession({ itemId }))
      .pipe(map(({ url }) => sandbox.submitBankForm(url, { authenticating: 0, retrieving: 0 })))

  const known = sandbox.users.flatMap((user) => user.itemIds.map((id) => [user.externalUserId, id] as const))
  for (const [i, wait] of [5 * day, 85 * day, 0].entries()) {
    const [user, id] = known[i] ?? known[0] ?? ['', 0]
    renew(user, id).subscribe()
    clock.advance(wait)
  }
  const follow = () => clock.advance(Math.max(0, Date.now() - clock.wall()))
  follow()
  return { sandbox, run: () => interval(50).subscribe(follow), renew }
}
