import { isNone, type Option } from 'fp-ts/lib/Option.js'

/** What a media type says an answer is instead of JSON; `undefined` if that is JSON, or not known. */
export const describeMediaType = (contentType: Option<string>): string | undefined =>
  isNone(contentType) || contentType.value.endsWith('json') ? undefined : `${contentType.value} instead of JSON`
