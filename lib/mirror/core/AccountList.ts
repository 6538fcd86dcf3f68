import type { WholeList } from '../../streams/polling/confirmAbsence.js'

/** A list of accounts. `itemIds` has the id of each account's item, or an empty text if the account names no item. */
export interface AccountList extends WholeList {
  readonly itemIds: ReadonlyMap<string, string>
}
