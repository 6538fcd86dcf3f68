import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { bridge2018Item } from './Bridge2018Item.js'

/** The codec of a {@link Bridge2019Item}. */
export const bridge2019Item = record('item', bridge2018Item.required, {
  ...bridge2018Item.optional,
  status_code_info: t.string,
  status_code_description: t.string,
})

/**
 * An item, as of 2019-02-18: a {@link Bridge2018Item} with more; documented.
 *
 * - `status_code_info`: a word for the status, such as `BANK_IS_DOWN`.
 * - `status_code_description`: text for a person.
 */
export interface Bridge2019Item extends t.TypeOf<typeof bridge2019Item> {}
