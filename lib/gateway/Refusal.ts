/** Why a gateway does not give what was asked for: a status, a word for programs and a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    /** Milliseconds after which to ask again. */
    readonly retryAfter?: number,
    /** The method that is allowed, where it is another. */
    readonly allow: 'GET' | 'POST' = 'GET',
  ) {
    super(message)
  }
}
