/** The common fields of requests and responses in HAR 1.2; all are empty or -1, because the inspector does not keep them. */
export interface HarMessage {
  readonly httpVersion: string
  readonly cookies: readonly []
  readonly headers: readonly []
  readonly headersSize: -1
  readonly bodySize: -1
}

/**
 * One attempt at a request, as an entry of HAR 1.2. Fields whose names begin with `_` are additions, as the format allows.
 *
 * - `startedDateTime`: when it was sent, ISO 8601. `time` and `timings`: milliseconds.
 * - `request.url`: contains the operation and the page, on a host that does not exist: the real URL is not kept.
 * - `response.status`: 0 if there was no answer.
 * - `_request`, `_attempt`: the number of the request, and of its attempt, from 1. `_cause`: why it was made.
 */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: HarMessage & {
    readonly method: string
    readonly url: string
    readonly queryString: ReadonlyArray<{ readonly name: string; readonly value: string }>
  }
  readonly response: HarMessage & {
    readonly status: number
    readonly statusText: string
    readonly content: { readonly size: number; readonly mimeType: string }
    readonly redirectURL: string
  }
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly _request: number
  readonly _attempt: number
  readonly _cause: string
}

/** An HTTP Archive, version 1.2, of attempts without their headers and bodies. */
export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: ReadonlyArray<HarEntry>
  }
}
