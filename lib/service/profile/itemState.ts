import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Assumed } from '../../base/codec/assumed.js'
import type { ItemAction, ServiceInterface } from './ServiceProfile.js'

/** Whether a refresh with this status has finished, or waits for the user. */
export const isTerminal = (
  { terminalStatuses }: Pick<ServiceInterface, 'terminalStatuses'>,
  { status }: { readonly status?: unknown },
): boolean => typeof status === 'string' && terminalStatuses.includes(status)

/**
 * What to do about an item. `unknown` if the profile does not know the status of the item or of its refresh, which is
 * the `value`, if there is one.
 */
export type ItemState =
  | { readonly _tag: ItemAction }
  | { readonly _tag: 'unknown'; readonly value: Option<number | string> }

type Weights = Readonly<Record<ItemState['_tag'], number>>

/**
 * The weights of the actions. If the item and its refresh call for different actions, the one with the greater weight
 * decides.
 */
const itemWeights: Weights = {
  wait: 7,
  logIn: 5,
  actAtBank: 5,
  enterCode: 5,
  unsupported: 5,
  retryLater: 5,
  unknown: 3,
  ok: 1,
}
const refreshWeights: Weights = {
  wait: 8,
  enterCode: 8,
  logIn: 6,
  actAtBank: 6,
  unsupported: 6,
  retryLater: 4,
  unknown: 2,
  ok: 1,
}

type WeightedState = readonly [state: ItemState, weight: number]

const weightedState = (
  weights: Weights,
  actions: Readonly<Record<number | string, ItemAction>> = {},
  value: Assumed<number | string> | undefined,
): WeightedState => {
  if (value === null || value === undefined) return [{ _tag: 'unknown', value: none }, 0]
  if (typeof value !== 'number' && typeof value !== 'string') return [{ _tag: 'unknown', value: none }, weights.unknown]
  const action = Object.hasOwn(actions, value) ? actions[value] : undefined
  return action === undefined
    ? [{ _tag: 'unknown', value: some(value) }, weights.unknown]
    : [{ _tag: action }, weights[action]]
}

/**
 * What to do about an item, by its status and the status of its refresh, according to the profile's `itemStates`. These
 * statuses are not HTTP statuses: a response with HTTP status 200 may contain a 402 or a 429.
 *
 * If the two differ, the first of these decides: a refresh that is in progress or needs the user; an item that waits
 * for its first refresh; a refresh that stopped because the user must act; an item with a problem; a refresh that
 * failed; an unknown status; no problem.
 *
 * For a profile without `itemStates`, such as `documentedProfile`, every state is `unknown`. A status that is neither a
 * number nor a string is `unknown`, without a `value`.
 *
 * @example
 * import { itemState } from 'rxbank'
 * import { bridge2021 } from 'rxbank/bridge'
 *
 * const item = { status: 1003 }
 * assert.deepStrictEqual(itemState(bridge2021, item), { _tag: 'retryLater' })
 * assert.deepStrictEqual(itemState(bridge2021, item, { status: 'retrieving_data' }), { _tag: 'wait' })
 * assert.deepStrictEqual(itemState(bridge2021, item, { status: 'invalid_creds' }), { _tag: 'logIn' })
 */
export const itemState = (
  { itemStates }: Pick<ServiceInterface, 'itemStates'>,
  item: { readonly status?: Assumed<number> | null | undefined },
  refresh?: { readonly status?: Assumed<string> | null | undefined },
): ItemState => {
  const [byItem, itemWeight] = weightedState(itemWeights, itemStates?.statuses, item.status)
  const [byRefresh, refreshWeight] = weightedState(refreshWeights, itemStates?.refreshes, refresh?.status)
  return refreshWeight > itemWeight ? byRefresh : byItem
}
