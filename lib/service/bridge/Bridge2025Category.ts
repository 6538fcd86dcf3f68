import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'

/** A category of transactions, as of 2025-01-15; clients' code. */
export interface Bridge2025Category {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. */
  readonly id: number
  /** The name, in the language that was asked for: `en` or `fr`. Seen in clients' code. */
  readonly name: string
  /**
   * The id of the category above. It is missing or `null` at the top, and in the list, where the category is inside the
   * one above, unless it is taken out of it, as `all` does. Seen in clients' code.
   */
  readonly parent_id?: number | null | undefined
}

/** The codec of a {@link Bridge2025Category}. */
export const bridge2025Category = record<Bridge2025Category>('category', { id, name: t.string }, { parent_id: id })

/**
 * A row in the list of categories as of 2025-01-15: a category of the upper level, and those below it in `categories`;
 * clients' code.
 */
export type Bridge2025CategoryGroup<A> = A & {
  /** The categories below this one. Seen in clients' code. */
  readonly categories: Array<A>
}
