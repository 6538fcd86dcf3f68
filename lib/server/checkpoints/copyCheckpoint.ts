import { timestamp } from '../../base/codec/timestamp.js'
import { wrongOption } from '../../base/error/wrongOption.js'

/**
 * Copies a checkpoint, because callers may change their `Date` later; throws a `ConfigError` for a value that is not a
 * valid date.
 */
export const copyCheckpoint = (checkpoint: Date): Date => {
  if (!timestamp.is(checkpoint)) throw wrongOption('/checkpoint', 'a valid Date of the years 0 to 9999')
  return new Date(checkpoint)
}
