import { check } from './check.js'

/** A moment as an option gives it. */
export const moment = check('a valid Date', (u): u is Date => u instanceof Date && !Number.isNaN(u.getTime()))
