import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { of, Subject } from 'rxjs'
import type { Stage } from '../Stage.js'

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  // A server would check the signature: createWebhooks of rxbank/node does. Here each webhook is a trigger.
  const trigger$ = new Subject<void>()
  const deliver = () => {
    print('a webhook arrives')
    trigger$.next()
    return of({ status: 200 })
  }
  const sandbox = createSandbox({ profile: bridge2025, seed, clock, transactions: 20, webhooks: { deliver } })
  const { credentials, http, users } = sandbox
  const userUuid = users[0]?.uuid ?? ''
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

  // By itself the watcher would ask once an hour.
  const changes$ = client.user({ userUuid }).transactions.watchUpdated({
    every: 3_600_000,
    trigger$: inspector.inspect(trigger$, 'webhooks'),
  })
  inspector.inspect(changes$, 'transactions').subscribe(({ resources }) => print(`rows: ${resources.length}`))

  clock.scheduler.schedule(() => sandbox.insertTransactions(userUuid, 3), 600_000)
  clock.scheduler.schedule(() => sandbox.insertTransactions(userUuid, 1), 1_200_000)
  return sandbox
}
