import { none } from 'fp-ts/lib/Option.js'
import type { Issue } from '../../base/codec/issues.js'
import { DecodeError } from '../../base/error/DecodeError.js'

/** The error of an amount that cannot be read exactly; it shows neither the amount nor the currency. */
export const wrongAmount = (operation: string, issues: ReadonlyArray<Issue>): DecodeError =>
  new DecodeError({ operation, page: none, reason: 'amount', issues })
