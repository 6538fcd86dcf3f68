import { concatMap, defer, NEVER, type Observable, of, throwError } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { clockLike } from '../clock/clockLike.js'
import { delay } from '../clock/delay.js'
import { systemClock } from '../clock/systemClock.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import { DecodeError } from '../error/DecodeError.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Http } from '../http/Http.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import { noDisguise } from './Disguise.js'
import { createMatching } from './matching.js'
import { nearestRequest } from './nearestRequest.js'
import { readEntry } from './readEntry.js'
import { scrubRequest } from './scrubRequest.js'
import type { TapeEntry, TapeRequest } from './TapeEntry.js'
import { fromFailure } from './TapeFailure.js'
import { createTokenUsers } from './tokenUsers.js'
import { toResponse } from './toResponse.js'

/** How a tape is replayed. */
export interface ReplayConfig {
  /** How long an answer takes, as a share of what it took: 1 for as long, 0 for at once; default 0. */
  readonly pace?: number
  /** For the time that answers take; default: the machine's. */
  readonly clock?: Clock
}

const replayConfig = options('options', {}, { pace: milliseconds(0), clock: clockLike })

const unknown = (tape: ReadonlyArray<TapeEntry>, asked: TapeRequest, { operation }: HttpRequest) => {
  const entry = nearestRequest(tape, asked)
  const found =
    entry === undefined
      ? 'it has no entries'
      : `the nearest is ${entry.request.method} ${entry.request.url} (number ${String(entry.number)})`
  return wrongOption('/tape', `an answer to ${operation}; ${found}; ids and cursors are those of the tape's answers`)
}

/**
 * A transport that answers from a tape of {@link recordHttp}, in the place of the service: for tests, and to see what
 * somebody else has seen. Credentials and address may be any.
 *
 * Cold. Emits one answer and completes, or errors as the exchange did. What nobody waited for to the end is never
 * answered. Each subscription takes the next of the entries with its method, path, language, `limit`, cursor and user; of
 * these, first those whose other parameters, such as `since`, and whose kind of body are the same. When all were taken,
 * the last one that ended is given again. Who was known by a token of the tape is given nothing of other users.
 * Unsubscribing ends the wait.
 *
 * Errors with a `ConfigError` that names the nearest request of the tape where there is none. Throws one for wrong
 * options, and for a tape or entries that are none.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, replayHttp, type TapeEntry } from 'rxbank/tape'
 * import { lastValueFrom, toArray } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ banks: 120 })
 * const baseUrl = 'https://bank.example'
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * await lastValueFrom(createClient({ baseUrl, ...credentials, http: recorded }).banks.all())
 *
 * const client = createClient({ baseUrl, clientId: 'any', http: replayHttp(tape) })
 * const banks = await lastValueFrom(client.banks.all().pipe(toArray()))
 * assert.deepStrictEqual(banks.length, 120)
 */
export const replayHttp = (tape: ReadonlyArray<TapeEntry>, config: ReplayConfig = {}): Http => {
  const { pace = 0, clock = systemClock } = decodeOptions(replayConfig, config)
  if (!Array.isArray(tape)) throw wrongOption('/tape', 'a list of the entries of recordHttp')
  const entries = Array.from(tape, (entry, index) => readEntry(entry, index + 1))
  const find = createMatching(entries)
  const users = createTokenUsers()

  const ending = (entry: TapeEntry, request: HttpRequest): Observable<HttpResponse> => {
    const { answer, error } = entry
    if (answer !== undefined) {
      if (answer.text !== undefined && answer.text.length > request.maxBodySize)
        return throwError(() => new DecodeError({ ...request, reason: 'too-large' }))
      users.learn(answer.json)
      return of(toResponse(entry, answer))
    }
    return error === undefined ? NEVER : throwError(() => fromFailure(error, request))
  }

  return (request) =>
    defer(() => {
      const asked = scrubRequest(request, noDisguise, users.of)
      const entry = find(asked)
      if (entry === undefined) return throwError(() => unknown(entries, asked, request))
      const wait = entry.took * pace
      const end = defer(() => ending(entry, request))
      return wait === 0 ? end : delay(clock, wait).pipe(concatMap(() => end))
    })
}
