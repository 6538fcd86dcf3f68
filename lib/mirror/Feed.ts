/**
 * What is mirrored of a user, each in a table of its name.
 *
 * - `items`, `accounts`: all of them are read in each round; those that came no more are removed.
 * - `stocks`, `transactions`: what was updated since the round before.
 * - `refreshes`: how far the refresh of each item is; a request for each item in each round.
 */
export type Feed = 'items' | 'accounts' | 'stocks' | 'transactions' | 'refreshes'

/** All of them, in the order of a round. */
export const feeds: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']
