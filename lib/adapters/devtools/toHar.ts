import { isSome } from 'fp-ts/lib/Option.js'
import { causeText } from './causeText.js'
import type { Har, HarEntry } from './Har.js'
import type { InspectedAttempt, InspectedRequest, Inspection } from './Inspection.js'

const message = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1, bodySize: -1 } as const

const entry = (request: InspectedRequest, { time, answer }: InspectedAttempt, index: number): HarEntry => {
  const duration = isSome(answer) ? answer.value.duration : 0
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
      status: isSome(answer) ? answer.value.status : 0,
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
