import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { ItemAction } from './ItemStates.js'
import type { ServiceInterface } from './ServiceProfile.js'

/** What to do about an item; where nobody knows, the status or the word that says it, if there is one. */
export type ItemState =
  { readonly _tag: ItemAction } | { readonly _tag: 'unknown'; readonly value: Option<number | string> }

type Weights = Readonly<Record<ItemState['_tag'], number>>

/** The more a status or a word says about now, the heavier it is: that of the heavier one is the state. */
const ofItem: Weights = {
  wait: 7,
  logIn: 5,
  actAtBank: 5,
  enterCode: 5,
  unsupported: 5,
  retryLater: 5,
  unknown: 3,
  ok: 1,
}
const ofRefresh: Weights = {
  wait: 8,
  enterCode: 8,
  logIn: 6,
  actAtBank: 6,
  unsupported: 6,
  retryLater: 4,
  unknown: 2,
  ok: 1,
}

type Claim = readonly [state: ItemState, weight: number]

const claim = (
  weights: Weights,
  actions: Readonly<Record<number | string, ItemAction>> = {},
  value: number | string | null | undefined,
): Claim => {
  if (value === null || value === undefined) return [{ _tag: 'unknown', value: none }, 0]
  const action = Object.hasOwn(actions, value) ? actions[value] : undefined
  return action === undefined
    ? [{ _tag: 'unknown', value: some(value) }, weights.unknown]
    : [{ _tag: action }, weights[action]]
}

/**
 * What to do about an item, by its status and that of its refresh, as the profile's `itemStates` have it. They are no
 * HTTP statuses: a 402 or a 429 is in an answer that is well.
 *
 * A refresh that is under way, or asks the user, tells more than a status of before. An item that waits for its first
 * refresh tells more than the end of the one before. Then it is a refresh that ended for want of the user, the status of
 * an item that has something amiss, a refresh that ended with an error, what is not known, and all being well.
 *
 * A profile without `itemStates`, such as `described`, knows no state.
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
  item: { readonly status?: number | null | undefined },
  refresh?: { readonly status: string },
): ItemState => {
  const [byItem, itemWeight] = claim(ofItem, itemStates?.statuses, item.status)
  const [byRefresh, refreshWeight] = claim(ofRefresh, itemStates?.refreshes, refresh?.status)
  return refreshWeight > itemWeight ? byRefresh : byItem
}
