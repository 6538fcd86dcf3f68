/** The words that the reference writes in capitals. */
const capitals: ReadonlySet<unknown> = /* @__PURE__ */ new Set(
  (
    'OK JUST_ADDED JUST_EDITED INVALID_CREDS TOS_TO_VALIDATE NEEDS_PASSWORD_ROTATION BANK_IS_DOWN OTP_NOT_SUPPORTED ' +
    'DISABLED_TEMPORARILY INCOMPLETE OTP_REQUIRED SCA_REQUIRED_WEBVIEW MIGRATION PRO_ACCOUNT_LOCKED APP_TO_APP PWD PWD2 ' +
    'SMS USER'
  ).split(' '),
)

/**
 * Whether a value is a word of a service's vocabulary, such as `finished_error`, which a tape and a report may show.
 * The word has lower-case letters, 16 at most before each underscore, and 32 characters at most; or it is one of the
 * words that the reference writes in capitals. Names of persons, sentences, ids and numbers are not accepted.
 *
 * @example
 * import { isServiceValue } from 'rxbank/tape'
 *
 * assert.deepStrictEqual(['finished_error', 'BANK_IS_DOWN', 'Jean Dupont'].map(isServiceValue), [true, true, false])
 */
export const isServiceValue = (u: unknown): u is string =>
  typeof u === 'string' && ((u.length <= 32 && /^[a-z]{1,16}(?:_[a-z]{1,16})*$/.test(u)) || capitals.has(u))
