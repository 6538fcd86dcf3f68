import {
  type ChangesConfig,
  createClient,
  createVirtualClock,
  type FollowPostedConfig,
  type Resources,
  type ServiceProfile,
  type UpdatableCollection,
} from '../../lib/index.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { createMirror, type MirroredRow, mirroring } from './mirror.js'

/** A sandbox that plays a deployment, under virtual time, and the transactions of its first user. */
export const mirroredBank = <R extends Resources = Resources>(
  profile = documentedProfile as unknown as ServiceProfile<R>,
) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({ profile, clock, transactions: 40 })
  const { uuid = '', email = '', password = '', externalUserId = '' } = sandbox.users[0] ?? {}
  const config = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, clock }
  const user = createClient({ profile, ...config }).user(email === '' ? { externalUserId } : { email, password })
  // The profile is not known here, and so neither are its filters.
  const transactions = user.transactions as unknown as UpdatableCollection<R['transaction']>
  const mirror = createMirror()
  const errors: Array<unknown> = []

  return {
    clock,
    sandbox,
    uuid,
    transactions,
    mirror,
    errors,
    /** Watches, and forgets what the first round brought. */
    watch: (changes: ChangesConfig<R['transaction']> = {}, follow?: FollowPostedConfig) => {
      const process = mirroring(mirror, undefined, follow)
      const watching = transactions.watchUpdated({ limit: 30, ...changes, process }).subscribe({
        error: (error) => errors.push(error),
      })
      mirror.seen.length = 0
      return watching
    },
    /** A round later, unless it is told otherwise. */
    later: (ms = 66_000) => clock.advance(ms),
    /** Makes a pending transaction. */
    pend: (changes: object = {}): number => {
      const [id = 0] = sandbox.insertTransactions(uuid, 1, { pending: true })
      if (Object.keys(changes).length > 0) sandbox.updateTransaction(id, changes)
      return id
    },
    /** What the list has. */
    truth: () => {
      const rows = new Map<number, MirroredRow>()
      transactions.all({ limit: 500 }).subscribe((row) => rows.set(row.id, row))
      return rows
    },
  }
}
