import * as t from 'io-ts'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'
import { type Bridge2018Item, bridge2018Item } from './Bridge2018Item.js'

/** An item, as of 2019-02-18: a {@link Bridge2018Item} with more fields; documented. */
export interface Bridge2019Item extends Bridge2018Item {
  /** The state as a word, such as `BANK_IS_DOWN`. Documented. */
  readonly status_code_info?: string | null | undefined
  /** The state, as text for display. Documented. */
  readonly status_code_description?: string | null | undefined
}

/** The codec of a {@link Bridge2019Item}. */
export const bridge2019Item = record<Bridge2019Item>('item', bridge2018Item.required, {
  ...bridge2018Item.optional,
  ...lenient({ status_code_info: t.string, status_code_description: t.string }),
})
