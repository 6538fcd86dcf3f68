import { InvalidArgumentError } from 'commander'
import type { Limit } from '../../service/profile/rateLimits.js'
import { parseDuration } from '../parseDuration.js'

/** Parses an option as a limit: a number of requests in a time, such as `2000/5m`. */
export const limitOption = (text: string): Limit => {
  const [, requests, per] = /^([1-9]\d{0,6})\/(.+)$/.exec(text) ?? []
  try {
    if (requests !== undefined && per !== undefined) return { requests: Number(requests), per: parseDuration(1)(per) }
  } catch {
    // The error below has an example of both parts.
  }
  throw new InvalidArgumentError('Expected requests and a time, such as 2000/5m.')
}
