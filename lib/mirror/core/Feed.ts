/**
 * A list of a user that is mirrored, each in the table of its name.
 *
 * - `items`, `accounts`: each round reads the whole list. Rows that the service no longer lists are removed once it is
 *   confirmed that they are gone, together with the rows that belong to them.
 * - `stocks`, `transactions`: each round reads the rows that were updated since the round before; now and then it compares
 *   them with the whole list, as `fullSyncEvery` says.
 * - `refreshes`: the refresh status of each item; each round sends one request per item.
 */
export type Feed = 'items' | 'accounts' | 'stocks' | 'transactions' | 'refreshes'

/** All feeds, in the order in which a round reads them. */
export const feeds: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/** The feeds that a round reads by default. */
export const feedsByDefault: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions']
