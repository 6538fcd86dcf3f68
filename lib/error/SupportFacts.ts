import { none, type Option } from 'fp-ts/lib/Option.js'

/** One error that the service names in an error body. */
export interface ErrorCode {
  /** The machine-readable word for the error. */
  readonly code: string
  /** The parameter that is wrong, if the service names it. */
  readonly property?: string
}

/** What the service's support asks for when an error is reported. */
export interface SupportFacts {
  readonly codes: ReadonlyArray<ErrorCode>
  readonly requestId: Option<string>
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
