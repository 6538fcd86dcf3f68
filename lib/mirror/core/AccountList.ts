import type { WholeList } from '../../streams/polling/confirmAbsence.js'

/** A list of accounts, with the item of each account that names one. */
export interface AccountList extends WholeList {
  readonly itemIds: ReadonlyMap<string, string>
}
