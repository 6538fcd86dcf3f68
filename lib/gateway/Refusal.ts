import type { SupportFacts } from '../error/SupportFacts.js'

/** An error that a gateway answers: a status, a type for programs and a message for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    /** Milliseconds until the browser may try again. */
    readonly retryAfter?: number,
    /** For a 405: the method that is allowed. */
    readonly allow: 'GET' | 'POST' = 'GET',
    /** What the service said that a support desk asks for. */
    readonly facts?: Pick<SupportFacts, 'codes' | 'responseHeaders'>,
  ) {
    super(message)
  }
}
