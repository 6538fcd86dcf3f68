import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'
import { quantity } from './issues.js'

/** A time in milliseconds: finite, and `min` or more. */
export const milliseconds = (min: number): t.Type<number, number> =>
  Object.assign(
    guardCodec(`milliseconds, ${String(min)} or more`, (u): u is number => Number.isFinite(u) && (u as number) >= min),
    quantity,
  )
