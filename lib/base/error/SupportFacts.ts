import { none, type Option } from 'fp-ts/lib/Option.js'

/** One error that the service names in an error body. */
export interface ErrorCode {
  /** The machine-readable word for the error. */
  readonly code: string
  /** The parameter that is wrong, if the service names it. */
  readonly property?: string
}

/** What the service's support needs to investigate an error. */
export interface SupportFacts {
  /** The `code` and `property` of all errors of the body, ten at most. */
  readonly codes: ReadonlyArray<ErrorCode>
  /** The id that the client gave the attempt, with `requestIdHeader`. */
  readonly requestId: Option<string>
  /**
   * The headers of the answer that `responseHeaders` of the configuration names, cut at 128 characters; values that
   * look like secrets are hidden.
   */
  readonly responseHeaders: Readonly<Record<string, string>>
}

/** @internal The facts of an error; what is missing is empty. */
export const supportFacts = ({
  codes = [],
  requestId = none,
  responseHeaders = {},
}: Partial<SupportFacts>): SupportFacts => ({
  codes,
  requestId,
  responseHeaders,
})
