import type { Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'
import { words } from '../codec/messages.js'
import { BaseError, type Place } from './BaseError.js'
import { issuesInWords } from './issuesInWords.js'

/** Why an answer, or an amount, could not be decoded. */
export type DecodeReason = 'empty' | 'not-json' | 'too-large' | 'shape' | 'other-user' | 'amount'

/** @internal What each reason means, and what to do about it. */
export const decodeReasons: Record<DecodeReason, string> = {
  empty: 'the answer is empty where JSON was expected; check baseUrl or gateway',
  'not-json': 'the answer is not JSON, perhaps a page of a proxy, or was cut off; check baseUrl or gateway',
  'too-large': 'the answer is larger than maxBodySize; ask for smaller pages or raise it',
  shape: 'the answer is not what its codec expects; check serviceVersion, or give a codec of your own',
  'other-user':
    'it is about another user than was sent to the form; take nothing from it, and send the user there again',
  amount: 'the amount is not exact',
}

/**
 * The service answered with success, but the body is not what the codec expects; or the callback of a bank form is not
 * what was expected.
 */
export class DecodeError extends BaseError<DecodeError> implements Place {
  declare readonly _tag: 'DecodeError'
  declare readonly operation: string
  declare readonly page: Option<number>
  /**
   * `empty`, `not-json`, `too-large` (beyond `maxBodySize`) or `shape`; for a bank form also `other-user`; of
   * `decimal`, `minorUnits` and `majorUnits` it is `amount`.
   */
  declare readonly reason: DecodeReason
  /**
   * For `shape`, `other-user` and `amount`, paths such as `/resources/1/updated_at` with what was expected at each, and
   * whether it is missing; never the value itself.
   */
  declare readonly issues: ReadonlyArray<Issue>

  constructor({
    operation,
    page,
    reason,
    issues = [],
  }: Place & { readonly reason: DecodeReason; readonly issues?: ReadonlyArray<Issue> }) {
    const where = issuesInWords(issues, (path) => path || 'the whole')
    const message = words(decodeReasons[reason]) + (where === '' ? '' : `: ${where}`)
    super('DecodeError', { operation, page, reason, issues }, message)
  }
}
