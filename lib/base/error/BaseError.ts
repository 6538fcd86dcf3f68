import { isNone, none, type Option } from 'fp-ts/lib/Option.js'
import { Redacted } from '../Redacted.js'
import { brand } from './brand.js'

/**
 * Returns an `Error` unchanged. Any other thrown value, such as an `HttpErrorResponse`, becomes the `cause` of a new
 * `Error`.
 */
export const toError = (error: unknown): Error => {
  if (error instanceof Error) return error
  const { message = error } = Object(error) as { readonly message?: unknown }
  return new Error(typeof message === 'string' ? message : 'the thrown value is not an Error', { cause: error })
}

/** The operation and the page that failed. */
export interface ErrorPlace {
  /** The name of the operation, such as `transactions.list`. */
  readonly operation: string
  /** The number of the page, from 1, if a list was being read. */
  readonly page: Option<number>
}

/** The JSON form of an error; `clientErrorFromJson` reads it. */
export interface ErrorJson {
  /** The name of the error. */
  readonly _tag: string
  /** What went wrong, for a person. */
  readonly message: string
  /** The other fields of the error. */
  readonly [field: string]: unknown
}

/**
 * The base of all client errors. It has a tag, a message for people, which begins with the operation and the page, and
 * a JSON form.
 *
 * The JSON form omits fields that hold a {@link Redacted} value. An `Option` becomes its value, or `null`.
 */
export abstract class BaseError<Self extends BaseError<Self>> extends Error {
  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  /** The name of the error, by which a program distinguishes it from others. */
  abstract readonly _tag: string
  declare readonly [brand]: true

  constructor(tag: Self['_tag'], fields: Omit<Self, keyof BaseError<Self>>, message: string) {
    super(messagePrefix(fields) + message)
    Object.assign(this, { _tag: tag, ...fields })
  }

  /** The same as `_tag`; it precedes the message in a printed error. */
  override get name(): string {
    return this._tag
  }

  /** Returns the JSON form, without redacted fields. An `Option` becomes its value, or `null`. */
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

/** The prefix of a message, such as `transactions.list (page 4): `; empty if the error has no operation. */
const messagePrefix = ({ operation, page = none }: Partial<ErrorPlace>): string =>
  operation === undefined ? '' : `${operation}${isNone(page) ? '' : ` (page ${String(page.value)})`}: `

/** @internal An optional part of a message with its prefix; empty for `None`. */
export const withPrefix = (prefix: string, text: Option<string>): string => (isNone(text) ? '' : prefix + text.value)
