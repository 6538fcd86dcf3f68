import type * as t from 'io-ts'
import { check } from './check.js'
import { quantity } from './issues.js'

/** A time in milliseconds: finite, and `least` or more. */
export const milliseconds = (least: number): t.Type<number, number> =>
  Object.assign(
    check(`milliseconds, ${String(least)} or more`, (u): u is number => Number.isFinite(u) && (u as number) >= least),
    quantity,
  )
