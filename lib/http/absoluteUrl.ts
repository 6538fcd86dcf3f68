import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { ConfigError } from '../base/error/ConfigError.js'
import { wrongOption } from '../base/error/wrongOption.js'
import type { HttpRequest } from './HttpRequest.js'

/** The parsed URL of a request. `Left` if the URL is not absolute: a caller or a policy has made such a request. */
export const absoluteUrl = ({ url }: Pick<HttpRequest, 'url'>): Either<ConfigError, URL> =>
  URL.canParse(url)
    ? right(new URL(url))
    : left(wrongOption('/url', 'an absolute URL, such as https://bank.example/v2/banks'))
