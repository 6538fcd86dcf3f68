import type { SupportFacts } from '../../base/error/SupportFacts.js'

/** An error that a gateway answers with: a status, a type for programs and a message for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    /** Milliseconds until the browser may try again. */
    readonly retryAfter?: number,
    /** For a 405: the method that is allowed. */
    readonly allow: 'GET' | 'POST' = 'GET',
    /** The codes and headers of the service's error, for its support. */
    readonly serviceError?: Pick<SupportFacts, 'codes' | 'responseHeaders'>,
  ) {
    super(message)
  }
}
