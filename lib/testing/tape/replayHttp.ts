import { concatMap, defer, NEVER, type Observable, of, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Http } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { noAnonymizer } from './Anonymizer.js'
import { decodeEntry } from './decodeEntry.js'
import { createMatcher } from './matchEntries.js'
import { nearestRequest } from './nearestRequest.js'
import { replayResponse } from './replayResponse.js'
import { scrubRequest } from './scrubRequest.js'
import type { TapeEntry, TapeRequest } from './TapeEntry.js'
import { fromFailure } from './TapeFailure.js'
import { createTokenUsers } from './tokenUsers.js'

/**
 * The options of {@link replayHttp}.
 */
export interface ReplayConfig {
  /** The delay of an answer, as a multiple of the recorded time: 1 for the same delay, 0 for none; default 0. */
  readonly pace?: number
  /** The clock for the delays; default: the machine's. */
  readonly clock?: Clock
}

const replayConfig = options('options', {}, { pace: milliseconds(0), clock: clockCodec })

const noMatch = (tape: ReadonlyArray<TapeEntry>, recorded: TapeRequest, { operation }: HttpRequest) => {
  const entry = nearestRequest(tape, recorded)
  const hint =
    entry === undefined
      ? 'it has no entries'
      : `the nearest is ${entry.request.method} ${entry.request.url} (number ${String(entry.number)})`
  return wrongOption(
    '/tape',
    `an answer to ${operation}; ${hint}; requests need the ids and cursors of the tape's answers`,
  )
}

/**
 * A transport that answers from a tape of {@link recordHttp} instead of the service, to test and to reproduce bugs. It
 * accepts any credentials and any base URL.
 *
 * Cold. Emits one answer and completes, or errors like the recorded request. A request that was unsubscribed during the
 * recording is never answered. Each subscription takes the next unused entry with the same method, path, language, `limit`,
 * cursor and user, preferably one with the same other parameters, such as `since`, and the same kind of body. If all
 * entries were used, it takes the last one that ended. A request with a token of the tape never gets an entry of another
 * user. Unsubscribing ends the wait.
 *
 * If no entry matches, it errors with a `ConfigError` that names the most similar request of the tape. Throws a
 * `ConfigError` for invalid options, and for a tape that is not a list of valid entries.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, replayHttp, type TapeEntry } from 'rxbank/tape'
 * import { lastValueFrom, toArray } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ profile: bridge2025, banks: 120 })
 * const baseUrl = 'https://bank.example'
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * await lastValueFrom(createClient({ profile: bridge2025, baseUrl, ...credentials, http: recorded }).banks.all())
 *
 * const client = createClient({ profile: bridge2025, baseUrl, clientId: 'any', http: replayHttp(tape) })
 * const banks = await lastValueFrom(client.banks.all().pipe(toArray()))
 * assert.deepStrictEqual(banks.length, 120)
 */
export const replayHttp = (tape: ReadonlyArray<TapeEntry>, config: ReplayConfig = {}): Http => {
  const { pace = 0, clock = systemClock } = decodeOptions(replayConfig, config)
  if (!Array.isArray(tape)) throw wrongOption('/tape', 'a list of the entries of recordHttp')
  const entries = Array.from(tape, (entry, index) => decodeEntry(entry, index + 1))
  const find = createMatcher(entries)
  const users = createTokenUsers()

  const endingOf = (entry: TapeEntry, request: HttpRequest): Observable<HttpResponse> => {
    const { answer, error } = entry
    if (answer !== undefined) {
      if (answer.text !== undefined && answer.text.length > request.maxBodySize)
        return throwError(() => new DecodeError({ ...request, reason: 'too-large' }))
      users.record(answer.json)
      return of(replayResponse(entry, answer))
    }
    return error === undefined ? NEVER : throwError(() => fromFailure(error, request))
  }

  return (request) =>
    defer(() => {
      const recorded = scrubRequest(request, noAnonymizer, users.userOf)
      const entry = find(recorded)
      if (entry === undefined) return throwError(() => noMatch(entries, recorded, request))
      const wait = entry.duration * pace
      const end = defer(() => endingOf(entry, request))
      return wait === 0 ? end : delay(clock, wait).pipe(concatMap(() => end))
    })
}
