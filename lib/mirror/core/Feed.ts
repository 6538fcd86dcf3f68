/**
 * A list of a user that a mirror reads. Each feed has a table of the same name.
 *
 * - `items`, `accounts`: each round reads the full list. Once the removal of a missing row is confirmed, the mirror
 *   removes it and the rows that belong to it.
 * - `stocks`, `transactions`: each round reads the rows that were updated since the previous round. Every
 *   `fullSyncEvery`, it also compares them with the full list.
 * - `refreshes`: the refresh status of each item; each round sends one request per item.
 */
export type Feed = 'items' | 'accounts' | 'stocks' | 'transactions' | 'refreshes'

/** All feeds, in the order in which a round reads them. */
export const feeds: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/** The feeds that a round reads by default. */
export const feedsByDefault: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions']
