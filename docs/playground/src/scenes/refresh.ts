import { createClient } from 'rxbank'
import { bridge2021 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { concatMap } from 'rxjs'
import type { Stage } from '../Stage.js'

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ seed, clock, profile: bridge2021 })
  const { credentials, faults, http, users } = sandbox
  const [itemId = 0] = users[0]?.itemIds ?? []
  const client = createClient({
    profile: bridge2021,
    ...credentials,
    http,
    clock,
    random: () => 0.5,
    policy: inspector.policy,
  })
  inspector.observe(client.events$)
  faults.add({ kind: 'latency', ms: 300, side: 'response', times: Infinity })

  const { items } = client.user({ externalUserId: 'A6J' })
  const statuses$ = items.refresh(itemId).pipe(concatMap(() => items.watchRefresh(itemId)))
  inspector.inspect(statuses$, 'refresh').subscribe({
    next: ({ status }) => print(typeof status === 'string' ? status : 'not told'),
    complete: () => print('the refresh has ended'),
  })
  return sandbox
}
