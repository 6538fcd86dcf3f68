import { createClient, watchConsents } from 'rxbank'
import { bridge2025, connectSession } from 'rxbank/bridge'
import { createSandbox, dialect2025 } from 'rxbank/sandbox'
import type { Stage } from '../Stage.js'

const day = 86_400_000

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ seed, clock, profile: bridge2025, dialect: dialect2025 })
  const { credentials, http, users } = sandbox
  const [itemId = 0] = users[0]?.itemIds ?? []
  const service = { profile: bridge2025, ...credentials, http, clock, random: () => 0.5 }

  // A consent lasts for 180 days. The clock is set to nine days before the end of one.
  const unseen = createClient(service).user({ externalUserId: 'A6J' })
  unseen.items.get(itemId).subscribe(({ authentication_expires_at: end }) => {
    clock.stepWall(Number(end) - clock.wall() - 9 * day)
  })

  const client = createClient({ ...service, policy: inspector.policy })
  inspector.observe(client.events$)
  const user = client.user({ externalUserId: 'A6J' })
  const consents$ = inspector.inspect(watchConsents(user.items, { clock, every: day / 4 }), 'consents')
  consents$.subscribe((consent) => {
    if (consent.item.id !== itemId || consent._tag === 'unreadable') return
    print(`the consent is ${consent._tag}: ${consent.endsAt.toISOString().slice(0, 10)}`)
  })

  // Three days after its end the user consents again.
  clock.scheduler.schedule(() => {
    user.send(connectSession({ itemId })).subscribe(({ url }) => sandbox.submitBankForm(url))
  }, 12 * day)
  return sandbox
}
