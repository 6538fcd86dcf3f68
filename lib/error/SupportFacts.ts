import { none, type Option } from 'fp-ts/lib/Option.js'

/** One thing that the service says is wrong. */
export interface ErrorCode {
  /** A machine readable word. */
  readonly code: string
  /** The parameter that is wrong, where the service names it. */
  readonly property?: string
}

/** What a support desk asks for. */
export interface SupportFacts {
  readonly codes: ReadonlyArray<ErrorCode>
  readonly requestId: Option<string>
  readonly responseHeaders: Readonly<Record<string, string>>
}

/** @internal The facts of an error, whatever is left out being empty. */
export const supportFacts = ({
  codes = [],
  requestId = none,
  responseHeaders = {},
}: Partial<SupportFacts>): SupportFacts => ({
  codes,
  requestId,
  responseHeaders,
})
