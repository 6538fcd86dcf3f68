/** The lists that copies are kept of. */
export type Feed = 'items' | 'accounts' | 'stocks' | 'transactions'

export const feeds: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions']

/** A row of any list, in any API version. */
export interface CopiedRow {
  readonly id: number
  readonly [field: string]: unknown
}

/** The rows of a list by id. */
export type Rows = ReadonlyMap<string, CopiedRow>

/** The id of a row's account, which some API versions give in a reference. */
export const accountOf = ({ account_id, account }: CopiedRow): string =>
  String(account_id ?? (account as { readonly id?: unknown } | undefined)?.id)

/** The id of an account's item, which some API versions give in a reference. */
export const itemOf = ({ item_id, item }: CopiedRow): string =>
  String(item_id ?? (item as { readonly id?: unknown } | undefined)?.id)

/** Whether a row counts in a sum: it is no repeat of a deferred debit, and it is booked. */
export const isBooked = ({ show_client_side, is_future, future }: CopiedRow): boolean =>
  show_client_side !== false && is_future !== true && future !== true
