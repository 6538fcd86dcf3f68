import { isServiceStatus } from '../../../lib/base/error/foreignResponse.js'
import { isTransient } from '../../../lib/base/error/isTransient.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'

/**
 * Whether a round of a mirror may fail so: it passes by itself, as the database's trouble does, or it ended because an item
 * was erased; and stocks may be forbidden, but nothing else.
 */
export const isExpected = (error: unknown): boolean => {
  if (error instanceof MirrorError) return error.isTransient
  if (error instanceof StaleFencingToken) return true
  if (error instanceof FeedsFailed)
    return error.failures.every(
      ({ feed, error: own }) => isExpected(own) || (feed === 'stocks' && isServiceStatus(own, 403)),
    )
  return isTransient(error)
}
