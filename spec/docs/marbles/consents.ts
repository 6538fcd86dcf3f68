import { bridge2025, connectSession } from '../../../lib/bridge.js'
import { type Consent, createClient, type Item, watchConsents } from '../../../lib/index.js'
import { dialect2025 } from '../../../lib/sandbox.js'
import { createStage } from './createStage.js'
import type { Diagram, Tone } from './Diagram.js'

const day = 86_400_000
const span = 20 * day
/** When the consent ends, and when the user gives it again. */
const [end, renewed] = [9.5 * day, 13.25 * day]

const tones: Readonly<Record<string, Tone>> = { ending: 2, ended: 'failed', renewed: 1 }

/** A consent of 180 days: its last days, its end, and the next one. */
export const consents = (): Diagram => {
  const stage = createStage({
    route: 'items',
    latency: 1000,
    sandbox: { profile: bridge2025, dialect: dialect2025, users: 1 },
  })
  const { clock, sandbox, emptyLane, at, now } = stage
  const user = createClient({ profile: bridge2025, ...stage.service }).user({ externalUserId: 'A6J' })
  const itemId = sandbox.users[0]?.itemIds[0] ?? 0
  user.items.get(itemId).subscribe(({ authentication_expires_at }) => {
    clock.stepWall(Number(authentication_expires_at) - clock.wall() - end)
  })
  const lives = emptyLane('each consent, until its authentication_expires_at')
  lives.bars.push({ from: 0, to: end, label: 'A', tone: 0 })
  const acts = emptyLane('the user')
  const asked = stage.requests('GET the items')
  at(renewed, () => {
    acts.marks.push({ at: now(), kind: 'next', caption: 'consents again', tone: 3 })
    user.send(connectSession({ itemId })).subscribe(({ url }) => sandbox.submitBankForm(url))
  })
  const show = (consent: Consent<Item>) => {
    const { _tag, item } = consent
    if (consent._tag === 'renewed') {
      const to = Math.min(now() + Number(consent.endsAt) - clock.wall(), span)
      lives.bars.push({ from: renewed, to, label: 'B', tone: 1 })
    }
    return { caption: item.id === itemId ? _tag : 'another item', tone: tones[_tag] ?? 3 }
  }
  const consents$ = watchConsents(user.items, { clock, every: day })
  const reported = stage.watch('watchConsents(items, { every: a day })', consents$, show)
  clock.advance(span)

  return {
    title: 'A consent that ends',
    description:
      'The items are read once a day. A week before a consent ends, watchConsents reports that it is ending. The ' +
      'first round after its end reports that it has ended. Some days later the user consents again, and the next ' +
      'round reports the renewal.',
    span,
    step: 2 * day,
    unit: { ms: day, name: 'd' },
    panels: [[lives, asked, reported, acts]],
  }
}
