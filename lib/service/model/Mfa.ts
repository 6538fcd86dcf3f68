import * as t from 'io-ts'
import { lenient, record } from '../../base/codec/record.js'

/** The bank's question to the user. */
export interface Mfa {
  /** How the user must respond. Seen values: `SMS`, `APP_TO_APP`. Documented. */
  readonly type?: string | null | undefined
  /** The bank's message to the user. Documented. */
  readonly description?: string | null | undefined
  /** A message for the user if the bank sends none. Documented. */
  readonly label?: string | null | undefined
  /** Whether the code has only digits. Documented. */
  readonly is_numeric?: boolean | null | undefined
}

/** The codec of an {@link Mfa}. */
export const mfa = record<Mfa>(
  'question to the user',
  {},
  lenient({ type: t.string, description: t.string, label: t.string, is_numeric: t.boolean }),
)
