import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { followRecurring, type RecurringChange } from 'rxbank/recurring'
import { createSandbox } from 'rxbank/sandbox'
import { map } from 'rxjs'
import type { Stage } from '../Stage.js'

const day = 86_400_000

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ profile: bridge2025, seed, clock, transactions: 20, tokenLifetime: 365 * day })
  const { credentials, http, users } = sandbox
  const { uuid: userUuid = '', accountIds = [] } = users[0] ?? {}
  const [account_id = 0] = accountIds
  const client = createClient({
    profile: bridge2025,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
    policy: inspector.policy,
  })
  inspector.observe(client.events$)

  const pay = (amount: number, date: string) => {
    const texts = { description: 'Netflix', raw_description: 'CB NETFLIX.COM' }
    sandbox.insertTransactions(userUuid, 1, { changes: { ...texts, account_id, amount, date, currency_code: 'EUR' } })
  }
  for (const date of ['2025-10-06', '2025-11-05', '2025-12-05', '2026-01-05']) pay(-13.49, date)

  const rows$ = client.user({ userUuid }).transactions.watchUpdated({ every: 7 * day })
  const changes$ = inspector
    .inspect(rows$, 'transactions')
    .pipe(
      map(({ resources }) => resources.map((row): RecurringChange => ({ _tag: 'Changed', id: String(row.id), row }))),
    )
  inspector.inspect(followRecurring(changes$, { clock }), 'recurring').subscribe((event) => {
    if (event._tag === 'RecurringGone') print(event._tag)
    else
      print(
        `${event._tag}: ${event.stream.counterparty}, ${event.stream.lastAmount} cents, next ${event.stream.nextDay}`,
      )
  })

  // It is paid twice, the second time with a new price; then no more.
  clock.scheduler.schedule(() => pay(-13.49, '2026-02-05'), 20.9 * day)
  clock.scheduler.schedule(() => pay(-14.99, '2026-03-05'), 48.9 * day)
  return sandbox
}
