import { check } from './check.js'
import { timestamp } from './timestamp.js'

/** A `Date` that is given as an option. Years are limited, for the interface writes four digits. */
export const moment = check('a valid Date of the years 0 to 9999', timestamp.is)
