/** The info word and the description of each status code of items. */
export const itemCodes: Readonly<Record<number, readonly [info: string | null, description: string | null]>> = {
  0: [null, null],
  [-2]: ['JUST_ADDED', 'The item was just added.'],
  [-3]: ['JUST_EDITED', 'The credentials of the item were just changed.'],
  402: ['INVALID_CREDS', 'The bank refused the credentials.'],
  429: ['TOS_TO_VALIDATE', 'The bank asks to accept its terms.'],
  430: ['NEEDS_PASSWORD_ROTATION', 'The bank asks for a new password.'],
  1003: ['BANK_IS_DOWN', 'The bank could not be reached.'],
  1005: ['OTP_NOT_SUPPORTED', 'The account is not supported.'],
  1007: ['DISABLED_TEMPORARILY', 'Refreshes are off for now.'],
  1009: ['INCOMPLETE', 'The balance has changed, and no transactions were found.'],
  1010: ['OTP_REQUIRED', 'The bank asks for a code.'],
  1099: ['MIGRATION', 'The item is moved to another bank.'],
  1100: ['PRO_ACCOUNT_LOCKED', 'The professional accounts are to be confirmed.'],
}
