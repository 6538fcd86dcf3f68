import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { Redacted } from '../model/Redacted.js'

/** @internal Marks our errors across copies of the package, where `instanceof` fails. */
export const brand: unique symbol = Symbol.for('rxbank.ClientError')

/** Where a failure happened; it travels with the request, so that every error of page 4 names page 4. */
export interface Place {
  /** What was asked, such as `transactions.list`. */
  readonly operation: string
  /** The number of the page, from 1, when a list was being read. */
  readonly page: Option<number>
}

/** The plain data that stands for an error on the other side of a boundary; `clientErrorFromJson` reads it. */
export interface ErrorJson {
  readonly _tag: string
  readonly message: string
  readonly [field: string]: unknown
}

/**
 * What all client errors share: a tag, a message for a person, and a JSON form.
 *
 * A field that holds a {@link Redacted} value does not enter the JSON form; an `Option` does as its value or `null`.
 */
export abstract class BaseError extends Error {
  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  abstract readonly _tag: string
  declare readonly [brand]: true

  toJSON(): ErrorJson {
    const fields = Object.entries(this).flatMap(([key, value]: [string, unknown]) => {
      const plain = unwrap(value)
      return plain instanceof Redacted ? [] : [[key, plain] as const]
    })
    return { ...Object.fromEntries(fields), _tag: this._tag, message: this.message }
  }
}

const isOption = (value: unknown): value is Option<unknown> =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

const unwrap = (value: unknown): unknown => (isOption(value) ? (isNone(value) ? null : value.value) : value)

/** @internal `transactions.list (page 4)` */
export const at = ({ operation, page }: Place): string =>
  isNone(page) ? operation : `${operation} (page ${String(page.value)})`
