import { none } from 'fp-ts/lib/Option.js'
import type { Issue } from '../../base/codec/issues.js'
import { DecodeError } from '../../base/error/DecodeError.js'

/** The issue of an argument, which may be missing in the row of the service. */
export const argumentIssue = (path: string, expected: string, value: unknown): Issue => ({
  path,
  expected: value === undefined || value === null ? `${expected} (missing)` : expected,
})

/** The error of an amount that cannot be read exactly; it shows neither the amount nor the currency. */
export const wrongAmount = (operation: string, issues: ReadonlyArray<Issue>): DecodeError =>
  new DecodeError({ operation, page: none, reason: 'amount', issues })
