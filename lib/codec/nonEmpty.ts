import { check } from './check.js'
import { words } from './messages.js'

/** A text of at least one character. */
export const nonEmpty = check(
  words('a string that is not empty'),
  (u): u is string => typeof u === 'string' && u !== '',
)
