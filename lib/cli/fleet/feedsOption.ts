import { InvalidArgumentError } from 'commander'
import type { Feed } from '../../mirror/core/Feed.js'

const feedNames: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/** Parses an option as names of feeds, separated by commas. */
export const feedsOption = (text: string): ReadonlyArray<Feed> => {
  const feeds = feedNames.filter((feed) => text.split(',').includes(feed))
  if (feeds.length > 0 && feeds.length === new Set(text.split(',')).size) return feeds
  throw new InvalidArgumentError(`Expected some of ${feedNames.join(', ')}, separated by commas.`)
}
