import { isNone, none, type Option } from 'fp-ts/lib/Option.js'
import { Redacted } from '../model/Redacted.js'
import { brand } from './brand.js'

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
 * What all client errors share: a tag, a message for a person, which begins with the place, and a JSON form.
 *
 * A field that holds a {@link Redacted} value does not enter the JSON form; an `Option` does as its value or `null`.
 */
export abstract class BaseError<Self extends BaseError<Self>> extends Error {
  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  abstract readonly _tag: string
  declare readonly [brand]: true

  constructor(tag: Self['_tag'], fields: Omit<Self, keyof BaseError<Self>>, message: string) {
    super(beginning(fields) + message)
    Object.assign(this, { _tag: tag, ...fields })
  }

  override get name(): string {
    return this._tag
  }

  toJSON(): ErrorJson {
    const fields = Object.entries(this)
      .map(([key, value]: [string, unknown]) => [key, unwrap(value)] as const)
      .filter(([, value]) => !(value instanceof Redacted))
    return { ...Object.fromEntries(fields), _tag: this._tag, message: this.message }
  }
}

const unwrap = (field: unknown): unknown => {
  const option = field as Option<unknown> | null | undefined
  if (option?._tag === 'None') return null
  return option?._tag === 'Some' ? option.value : field
}

/** `transactions.list (page 4): `, where an error knows its place. */
const beginning = ({ operation, page = none }: Partial<Place>): string =>
  operation === undefined ? '' : `${operation}${isNone(page) ? '' : ` (page ${String(page.value)})`}: `

/** @internal A word of a message that may be missing, after what joins it to the others. */
export const after = (joint: string, word: Option<string>): string => (isNone(word) ? '' : joint + word.value)
