import { bridge2021 } from '../../../lib/bridge.js'
import { createClient, type ItemState, itemState, watchItemState } from '../../../lib/index.js'
import type { RefreshConfig } from '../../../lib/sandbox.js'
import { createStage } from './createStage.js'
import { drawStates, type States } from './drawStates.js'

type Name = ItemState['_tag']

const { statuses, refreshes: words } = bridge2021.itemStates ?? { statuses: {}, refreshes: {} }

const outcomes = ['finished', 'invalid_creds', 'info_required', 'finished_error'] as const

/** What of the profile's table means that there is something to wait for. */
const waiting = Object.entries({ ...statuses, ...words }).flatMap(([said, action]) => (action === 'wait' ? [said] : []))

/** Refreshes of one item that end with each number and each word that the table has, and with a number that it lacks. */
const refreshes: ReadonlyArray<readonly [said: string, config: RefreshConfig]> = [
  ...[...Object.keys(statuses), '777'].flatMap((status) =>
    waiting.includes(status) ? [] : [[status, { itemStatus: Number(status) }] as const],
  ),
  ...outcomes.map((outcome) => [outcome, { outcome, itemStatus: 0 }] as const),
  ['', {}],
]

/** An item that goes through all its states: what `watchItemState` tells, and what the service said. */
export const itemStatesRun = (): States => {
  const { clock, sandbox, service } = createStage({ route: 'item', latency: 0, sandbox: { profile: bridge2021 } })
  const { items } = createClient({ profile: bridge2021, ...service }).user({ externalUserId: 'A6J' })
  const itemId = sandbox.users[0]?.itemIds[0] ?? 0
  const ends = new Map<Name, { readonly said: Set<string>; isLeft: boolean }>()
  let state: Name = 'unknown'
  items.get(itemId).subscribe((item) => (state = itemState(bridge2021, item)._tag))
  clock.advance(1000)
  for (const [said, config] of refreshes) {
    const before = state
    const seen: Array<Name> = []
    sandbox.refresh(itemId, config)
    watchItemState(bridge2021, items, itemId).subscribe(({ _tag }) => seen.push(_tag))
    clock.advance(60_000)
    const [first, after, ...more] = seen
    if (first !== 'wait' || after === undefined || more.length > 0) throw new Error(`${said}: ${seen.join(', ')}`)
    const left = ends.get(before)
    if (left !== undefined) left.isLeft = true
    const reached = ends.get(after) ?? { said: new Set(), isLeft: false }
    if (said !== '') reached.said.add(said)
    ends.set(after, reached)
    state = after
  }
  return { waiting, ends }
}

/** The states of an item as a picture. */
export const itemStates = (name: string): string => drawStates(name, itemStatesRun())
