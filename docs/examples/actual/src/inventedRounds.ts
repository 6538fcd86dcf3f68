import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import type { Mirror, MirrorBatch } from 'rxbank/sqlite'
import { concatMap, type Observable, tap, timer } from 'rxjs'

/** Mirrors an invented bank every five seconds. Each time somebody has paid by card, and the last payment is booked. */
export const inventedRounds = (mirror: Mirror, user: string): Observable<MirrorBatch> => {
  const { credentials, http, users, insertTransactions, postTransaction } = createSandbox({
    profile: bridge2025,
    transactions: 200,
  })
  const client = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: user })
  const { uuid = '' } = users[0] ?? {}
  const pending: Array<number> = []
  return timer(0, 5000).pipe(
    tap(() => {
      const [paid] = pending.splice(0)
      if (paid !== undefined) postTransaction(paid)
      pending.push(...insertTransactions(uuid, 1, { pending: true }))
    }),
    concatMap(() => mirror.sync(client, { id: user })),
  )
}
