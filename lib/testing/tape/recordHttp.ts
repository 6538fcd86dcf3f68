import * as t from 'io-ts'
import { defer, type NextObserver, tap } from 'rxjs'
import { type Clock, now } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { type Http, transportLike } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { cutOffFailure, isCutOff, isSuccess } from '../../http/serviceForm.js'
import { toClientError } from '../../http/toClientError.js'
import { type AllowedNames, createAnonymizer, createPseudonyms } from './pseudonyms.js'
import { scrubRequest } from './scrubRequest.js'
import { parsedBody, scrubResponse } from './scrubResponse.js'
import { type TapeEntry, tapeFormat } from './TapeEntry.js'
import { toFailure } from './TapeFailure.js'
import { createTokenUsers } from './tokenUsers.js'

/** How exchanges are recorded. */
export interface RecordConfig extends Partial<AllowedNames> {
  /**
   * Names that are written unchanged, in addition to the known ones: of fields, of parameters, and of parts of paths.
   */
  readonly keepNames?: ReadonlyArray<string>
  /** Fields and parameters whose names and values are written unchanged. Nothing in them is hidden. */
  readonly keepValues?: ReadonlyArray<string>
  /**
   * How many different values may get a pseudonym before the recording ends; default 200,000, which take some 50 MB.
   */
  readonly maxValues?: number
  /** The clock for the times on the tape; default: the machine's. */
  readonly clock?: Clock
}

const names = t.readonlyArray(t.string, 'a list of names')

const recordConfig = options(
  'options',
  {},
  { keepNames: names, keepValues: names, maxValues: integer(1), clock: clockCodec },
)

/** Decodes a configuration and fills in the defaults; throws a `ConfigError`. */
const readRecordConfig = (config: RecordConfig): Required<RecordConfig> => ({
  keepNames: [],
  keepValues: [],
  maxValues: 200_000,
  clock: systemClock,
  ...decodeOptions(recordConfig, config),
})

const argumentsCodec = options(
  'arguments',
  { http: transportLike, sink: methodsCodec('an observer, with next', 'next') },
  {},
)

type Ending = Pick<TapeEntry, 'response' | 'error'>

/**
 * A transport that also emits each exchange to a sink, as an entry of a tape. {@link replayHttp} answers from a tape.
 * You can attach a tape to a bug report: it contains only values that are known to be harmless. All others are omitted,
 * or replaced with pseudonyms.
 *
 * Cold, like the transport. Responses, errors and completion pass unchanged, and unsubscribing aborts. Each
 * subscription is one entry, which the sink receives before the subscriber is notified: a response, an error, or an
 * unsubscription. The tape has the error that a client would report: a `NetworkError` for completion without a
 * response, for a truncated response, and for any error that is not a `ClientError`.
 *
 * - `sink`: an observer of entries, such as a `Subject`. A tape has no gaps: if the sink throws, or an exchange cannot
 *   be recorded, the recording ends with the sink's `error`; at `maxValues` it ends with `complete`. The client's
 *   requests continue in both cases.
 *
 * Throws a `ConfigError` for an invalid transport, sink or option.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { lastValueFrom, toArray } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http, users } = createSandbox({ profile: documentedProfile })
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * const config = { profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials }
 * const client = createClient({ ...config, http: recorded })
 * await lastValueFrom(client.user({ externalUserId: 'A6J' }).items.all().pipe(toArray()))
 * assert.deepStrictEqual(
 *   tape.map(({ request }) => `${request.method} ${request.url}`),
 *   ['POST /v2/authenticate', 'GET /v2/items'],
 * )
 * const text = JSON.stringify(tape)
 * const secrets = ['A6J', credentials.clientSecret, ...users.map(({ uuid }) => uuid)]
 * assert.deepStrictEqual(secrets.filter((secret) => text.includes(secret)), [])
 */
export const recordHttp = (http: Http, sink: NextObserver<TapeEntry>, config: RecordConfig = {}): Http => {
  decodeOptions(argumentsCodec, { http, sink })
  const { clock, maxValues, ...allowedNames } = readRecordConfig(config)
  const pseudonyms = createPseudonyms()
  const anonymizer = createAnonymizer(pseudonyms, allowedNames)
  const users = createTokenUsers()
  let isRecording = true
  let requestCount = 0

  /** Runs a step of the recording. Its errors must not reach the client: they end the recording instead. */
  const attempt = (step: () => void): void => {
    if (!isRecording) return
    try {
      step()
    } catch (error) {
      isRecording = false
      try {
        sink.error?.(error)
      } catch {
        // The sink has received the error already.
      }
    }
  }

  const endingOf = (response: HttpResponse, request: HttpRequest): Ending => {
    const parsed = parsedBody(response)
    const isTruncated = parsed === undefined && isSuccess(response.status) && isCutOff(response, request)
    if (isTruncated) return { error: toFailure(toClientError(cutOffFailure, request), request) }
    users.record(parsed?.json)
    return { response: scrubResponse(response, parsed, request, anonymizer) }
  }

  /** Starts an entry. The function that it returns ends the entry; further calls are ignored. */
  const startEntry = (request: HttpRequest): ((ending: () => Ending) => void) => {
    const number = ++requestCount
    const { wall, monotonic } = now(clock)
    let isOver = false
    return (ending) => {
      if (isOver) return
      isOver = true
      attempt(() => {
        const time = new Date(wall).toISOString()
        const duration = Math.round(clock.monotonic() - monotonic)
        const scrubbed = scrubRequest(request, anonymizer, users.userOf)
        sink.next({ tape: tapeFormat, number, time, duration, request: scrubbed, ...ending() })
        if (pseudonyms.size() < maxValues) return
        isRecording = false
        sink.complete?.()
      })
    }
  }

  return (request) =>
    defer(() => {
      const end = startEntry(request)
      return defer(() => http(request)).pipe(
        tap({
          next: (response) => end(() => endingOf(response, request)),
          error: (error: unknown) => end(() => ({ error: toFailure(error, request) })),
          complete: () => end(() => ({ error: toFailure(undefined, request) })),
          unsubscribe: () => end(() => ({})),
        }),
      )
    })
}
