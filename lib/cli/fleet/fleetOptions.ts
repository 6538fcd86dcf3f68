import { InvalidArgumentError } from 'commander'
import type { Feed } from '../../mirror/core/Feed.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'
import { parseDuration } from '../optionParsers.js'

/** Parses an option as the notices of consents: days before their end, separated by commas. */
export const noticeDaysOption = (text: string): ReadonlyArray<number> => {
  const noticeDays = text.split(',').map((part) => (/^[1-9]\d{0,3}$/.test(part) ? Number(part) : NaN))
  if (noticeDays.every((days) => days <= 3650) && new Set(noticeDays).size === noticeDays.length) return noticeDays
  throw new InvalidArgumentError('Expected days before the end, 1 to 3650, separated by commas, such as 30,7,1.')
}

/** Parses an option as a limit: a number of requests in a time, such as `2000/5m`. */
export const limitOption = (text: string): RequestLimit => {
  const [, requests, per] = /^([1-9]\d{0,6})\/(.+)$/.exec(text) ?? []
  try {
    if (requests !== undefined && per !== undefined) return { requests: Number(requests), per: parseDuration(1)(per) }
  } catch {
    // The error below has an example of both parts.
  }
  throw new InvalidArgumentError('Expected requests and a time, such as 2000/5m.')
}

const feedNames: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/** Parses an option as names of feeds, separated by commas. */
export const feedsOption = (text: string): ReadonlyArray<Feed> => {
  const feeds = feedNames.filter((feed) => text.split(',').includes(feed))
  if (feeds.length > 0 && feeds.length === new Set(text.split(',')).size) return feeds
  throw new InvalidArgumentError(`Expected some of ${feedNames.join(', ')}, separated by commas.`)
}
