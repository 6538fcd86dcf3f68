import { check } from './check.js'
import { timestamp } from './timestamp.js'

/** A moment as an option gives it; the interface writes years with four digits. */
export const moment = check('a valid Date of the years 0 to 9999', timestamp.is)
