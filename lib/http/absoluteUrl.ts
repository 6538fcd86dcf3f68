import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ConfigError } from '../base/error/ConfigError.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import type { HttpRequest } from './HttpRequest.js'

/** The parsed URL of a request. `Left` if it is not absolute: then a caller or a policy has built the request. */
export const absoluteUrl = ({ url }: Pick<HttpRequest, 'url'>): Either<ConfigError, URL> =>
  URL.canParse(url)
    ? right(new URL(url))
    : left(wrongOption('/url', 'an absolute URL, such as https://bank.example/v2/banks'))
