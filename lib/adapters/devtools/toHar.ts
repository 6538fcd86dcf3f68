import { isSome } from 'fp-ts/lib/Option.js'
import type { InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'
import { causeText } from './requestStory.js'

/**
 * The common fields of requests and responses in HAR 1.2. All but `httpVersion` are empty or -1: the inspector does not
 * store them.
 */
export interface HarMessage {
  readonly httpVersion: string
  readonly cookies: readonly []
  readonly headers: readonly []
  readonly headersSize: -1
  readonly bodySize: -1
}

/**
 * One attempt at a request, as an entry of HAR 1.2. Fields whose names begin with `_` are additions, as the format
 * allows.
 *
 * - `startedDateTime`: when it was sent, ISO 8601. `time` and `timings`: milliseconds.
 * - `request.url`: contains the operation and the page, on a host that does not exist: the real URL is not kept.
 * - `response.status`: 0 if there was no response.
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

const message = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1, bodySize: -1 } as const

const entry = (request: InspectedRequest, { time, response }: InspectedAttempt, index: number): HarEntry => {
  const duration = isSome(response) ? response.value.duration : 0
  const queryString = isSome(request.page) ? [{ name: 'page', value: String(request.page.value) }] : []
  const query = queryString.map(({ name, value }) => `?${name}=${value}`).join('')
  return {
    startedDateTime: time.toISOString(),
    time: duration,
    request: {
      ...message,
      method: request.method,
      url: `https://redacted.invalid/${encodeURIComponent(request.operation)}${query}`,
      queryString,
    },
    response: {
      ...message,
      status: isSome(response) ? response.value.status : 0,
      statusText: '',
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _request: request.number,
    _attempt: index + 1,
    _cause: causeText(request.cause),
  }
}

/**
 * Converts the attempts of an inspection to an HTTP Archive (HAR 1.2), in the order of sending, for network panels and
 * tools that read this format. `JSON.stringify` writes it.
 *
 * It has no paths, headers, bodies or sizes, because an inspection has none; sizes are -1 or 0, as the format requires.
 *
 * @example
 * import { createInspector, toHar } from 'rxbank/devtools'
 * import { firstValueFrom } from 'rxjs'
 *
 * const har = toHar(await firstValueFrom(createInspector().inspection$))
 * assert.deepStrictEqual([har.log.version, har.log.entries], ['1.2', []])
 */
export const toHar = ({ requests }: Inspection): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'rxbank', version: '0.1.0' },
    entries: requests
      .flatMap((request) => request.attempts.map((attempt, index) => entry(request, attempt, index)))
      .sort((a, b) => a.startedDateTime.localeCompare(b.startedDateTime)),
  },
})
