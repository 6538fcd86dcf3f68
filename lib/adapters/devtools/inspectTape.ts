import { map, type OperatorFunction, toArray } from 'rxjs'
import { check } from '../../base/codec/check.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { described, type ServiceInterface } from '../../index.js'
import type { TapeEntry } from '../../testing/tape/TapeEntry.js'
import { history as historyCodec } from './history.js'
import type { Inspection } from './Inspection.js'
import { exchangeOf } from './tape/Exchange.js'
import { inspectExchanges } from './tape/inspectExchanges.js'
import { operationNames } from './tape/operationNames.js'

/** How a tape is read. */
export interface InspectTapeConfig {
  /** The profiles whose paths are on the tape, by which operations get their names; default: `described`. */
  readonly profiles?: ReadonlyArray<ServiceInterface>
  /** How many requests and tokens are kept, the latest; from 1 to 10,000, default 500. */
  readonly history?: number
}

const interfaces = check(
  'a list of profiles',
  (u): u is ReadonlyArray<ServiceInterface> =>
    Array.isArray(u) && u.every((profile) => object.is(profile) && object.is(profile.paths)),
)

const inspectTapeConfig = options('options', {}, { profiles: interfaces, history: historyCodec })

/**
 * Makes of a tape what an inspector shows: the requests with their statuses, times, attempts, pages and causes, and the
 * tokens.
 *
 * Emits one `Inspection` when the tape has ended, and completes. Errors as the source does, and with a `ConfigError` if
 * a time on the tape is none. Unsubscribing ends reading.
 *
 * A tape has single exchanges, so what belongs together is concluded: the same request, sent again after a failure that
 * passes, is another attempt; a page comes after the answer that links to it; a token is for the first request that has
 * it. Watchers, polls, budgets and streams are not on a tape.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { inspectTape } from 'rxbank/devtools'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { from, lastValueFrom } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ banks: 120 })
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http: recorded })
 * await lastValueFrom(client.banks.pages({ limit: 60 }))
 * const { requests } = await lastValueFrom(from(tape).pipe(inspectTape()))
 * assert.deepStrictEqual(
 *   requests.map(({ operation, cause }) => [operation, cause]),
 *   [
 *     ['banks.list', { _tag: 'Unknown' }],
 *     ['banks.list', { _tag: 'PageAfter', request: 1 }],
 *   ],
 * )
 */
export const inspectTape = (config: InspectTapeConfig = {}): OperatorFunction<TapeEntry, Inspection> => {
  const { profiles = [described], history = 500 } = decodeOptions(inspectTapeConfig, config)
  const nameOf = operationNames(profiles)
  return (source) =>
    source.pipe(
      map((entry, index) => exchangeOf(entry, index + 1, nameOf)),
      toArray(),
      map((exchanges) => inspectExchanges(exchanges, history)),
    )
}
