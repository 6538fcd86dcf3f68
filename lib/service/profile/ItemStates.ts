/**
 * What to do about an item:
 *
 * - `ok`: nothing.
 * - `wait`: nothing yet; the service is still working on it.
 * - `logIn`: the user must enter the bank's credentials again.
 * - `actAtBank`: the user must do something at the bank, such as accept its terms.
 * - `enterCode`: the bank requires a one-time code, or a confirmation in its app.
 * - `retryLater`: request another refresh later.
 * - `unsupported`: the service cannot read it.
 */
export type ItemAction = 'ok' | 'wait' | 'logIn' | 'actAtBank' | 'enterCode' | 'retryLater' | 'unsupported'

/** The action for each status of an item, and for each word of its refresh. These are not HTTP statuses. */
export interface ItemStates {
  readonly statuses: Readonly<Record<number, ItemAction>>
  readonly refreshes: Readonly<Record<string, ItemAction>>
}
