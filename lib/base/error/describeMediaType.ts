import { isNone, type Option } from 'fp-ts/lib/Option.js'

/** Says which media type an answer has instead of JSON; `undefined` if it is JSON, or not known. */
export const describeMediaType = (contentType: Option<string>): string | undefined =>
  isNone(contentType) || contentType.value.endsWith('json') ? undefined : `${contentType.value} instead of JSON`
