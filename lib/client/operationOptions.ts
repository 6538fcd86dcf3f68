import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { id } from '../base/codec/id.js'
import { options } from '../base/codec/options.js'
import { validDate } from '../base/codec/timestamp.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import { languageCodec } from '../service/api/categoryRequests.js'
import { redirectUrl } from '../service/api/readCallback.js'

/** The options of `categories`. */
export const categoryOptions = options('options', {}, { language: languageCodec })

/** The options of `updated`. */
export const sinceOptions = options('options', {}, { since: validDate })

/** The options of the bank form. */
export const bankFormOptions = options('options', {}, { redirectUrl, itemId: id })

/** Creates a decoder of an argument. It throws a `ConfigError` with the argument's name and what was expected. */
export const argument =
  <A>(name: string, codec: t.Type<A, unknown>, expected: string) =>
  (value: unknown): A => {
    const decoded = codec.decode(value)
    if (isLeft(decoded)) throw wrongOption(`/${name}`, expected)
    return decoded.right
  }

/** Decodes the id of a resource. */
export const resourceId = argument('id', id, 'a whole number')
