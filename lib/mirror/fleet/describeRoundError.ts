import { isSome } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { MirrorError } from '../core/MirrorError.js'
import { type FeedFailure, FeedsFailed } from '../rounds/FeedsFailed.js'

const describeClientError = (error: ClientError): string => {
  switch (error._tag) {
    case 'AuthenticationError': {
      const credentials = error.status === 404 ? 'the profile' : 'the client id, the client secret'
      return `the service gave no token (${String(error.status)}); check ${credentials} and the user`
    }
    case 'StatusError':
      return `the service ${error.status >= 500 ? 'fails' : 'refuses to answer'} (${String(error.status)})`
    case 'NetworkError':
      return `no response from the service${isSome(error.code) ? ` (${error.code.value})` : ''}`
    case 'TimeoutError':
      return 'no response from the service in time'
    case 'RequestNotSent':
      return `a request was not sent (${error.reason})`
    case 'DecodeError':
      return 'a response of the service cannot be decoded'
    case 'PagingError':
      return 'a list of the service has no end'
    case 'ConfigError':
      return 'the client refuses its options for this user'
    default:
      return `the client cannot read the user (${error._tag})`
  }
}

/** Feeds that failed for the same reason are described together. */
const describeFeeds = (failures: ReadonlyArray<FeedFailure>): string => {
  const reasons = failures.map(({ error }) => describeRoundError(error))
  return Array.from(new Set(reasons), (reason) => {
    const feeds = failures.filter((_, index) => reasons[index] === reason).map(({ feed }) => feed)
    return `${feeds.join(', ')}: ${reason}`
  }).join('; ')
}

/** Describes the error of a round, without anything that the service has sent. */
export const describeRoundError = (error: unknown): string => {
  if (error instanceof FeedsFailed) return describeFeeds(error.failures)
  if (error instanceof MirrorError)
    return error.reason === 'unwritable'
      ? 'the database cannot store a row'
      : `the database cannot be used (${error.reason})`
  return isClientError(error) ? describeClientError(error) : 'the round failed with an error that is not from rxbank'
}
