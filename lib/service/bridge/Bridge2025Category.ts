import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'

/** A category of transactions, as of 2025-01-15; seen in clients' code. */
export interface Bridge2025Category {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Seen in clients' code. */
  readonly name: string
  /**
   * The id of the parent category, in rows of `all`. It is missing or `null` for a category without a parent, and in a
   * nested list. Seen in clients' code.
   */
  readonly parent_id?: number | null | undefined
}

/** The codec of a {@link Bridge2025Category}. */
export const bridge2025Category = record<Bridge2025Category>('category', { id, name: t.string }, { parent_id: id })

/**
 * A row in the list of categories as of 2025-01-15: a parent category, with its subcategories in `categories`;
 * seen in clients' code.
 */
export type Bridge2025CategoryGroup<A> = A & {
  /** The subcategories. Seen in clients' code. */
  readonly categories: Array<A>
}
