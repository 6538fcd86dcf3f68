import { concatMap } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { WatchRefreshConfig } from '../../../lib/client/itemRefreshes.js'
import { createSandbox, type RefreshConfig } from '../../../lib/sandbox.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import type { RefreshStatus } from '../../../lib/service/model/RefreshStatus.js'
import type { ServiceProfile } from '../../../lib/service/profile/ServiceProfile.js'

const second = 1000
const profiles = [bridge2018, bridge2021] as ReadonlyArray<unknown> as ReadonlyArray<ServiceProfile>

/** What a user interface sees that starts a refresh and follows it, and when it ends, in seconds. */
const follow = (profile: ServiceProfile, planned: RefreshConfig, config: WatchRefreshConfig<RefreshStatus> = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ seed: 1, clock, profile })
  const [known] = sandbox.users
  const [item = 0] = known?.itemIds ?? []
  if (known === undefined) throw new Error('the sandbox has users')
  const { email, password } = known
  const client = createClient({ profile, ...sandbox.credentials, http: sandbox.http, clock, random: () => 0.5 })
  const { items } = client.user({ email, password })
  sandbox.planRefresh(item, planned)
  const words: Array<string> = []
  let endedAt: number | undefined
  items
    .refresh(item)
    .pipe(concatMap(({ itemId }) => items.watchRefresh(itemId, { every: second, ...config })))
    .subscribe({
      next: ({ status }) => words.push(status as string),
      error: ({ _tag }: { _tag: string }) => words.push(_tag),
      complete: () => (endedAt = clock.monotonic() / second),
    })
  clock.advance(10 * 60 * second)
  return { words: Array.from(new Set(words)), endedAt }
}

describe.each(profiles)("the previous refresh's finished, under $name", (profile) => {
  it('is not taken for the end of the one that was started', () => {
    expect(follow(profile, { waiting: 10 * second })).toEqual({
      words: ['authenticating', 'retrieving_data', 'finished'],
      endedAt: 19,
    })
  })

  it('is told from one that ends between two questions, by its moment', () => {
    const planned = { waiting: 2500, authenticating: 100, retrieving: 100 }
    expect(follow(profile, planned)).toEqual({ words: ['finished'], endedAt: 3 })
  })

  it.each(['invalid_creds', 'info_required', 'finished_error'] as const)('is told from %s by the word', (outcome) => {
    const planned = { outcome, waiting: 2500, authenticating: 100, retrieving: 100 }
    expect(follow(profile, planned)).toEqual({ words: [outcome], endedAt: 3 })
  })

  it('is believed after the grace, if the service keeps to it for longer', () => {
    expect(follow(profile, { waiting: 60 * second })).toEqual({ words: ['finished'], endedAt: 30 })
  })

  it('is not believed in a longer grace', () => {
    expect(follow(profile, { waiting: 60 * second }, { grace: 120 * second })).toMatchObject({ endedAt: 69 })
  })
})
