import { map, type OperatorFunction, toArray } from 'rxjs'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { TapeEntry } from '../../testing/tape/TapeEntry.js'
import { historyCodec } from './createInspector.js'
import type { Inspection } from './Inspection.js'
import { inspectExchanges } from './tape/inspectExchanges.js'
import { operationNames } from './tape/operationNames.js'
import { toTapeExchange } from './tape/TapeExchange.js'

/** The options of {@link inspectTape}. */
export interface InspectTapeConfig {
  /** The profiles of the services on the tape, which give operations their names; default: `documentedProfile`. */
  readonly profiles?: ReadonlyArray<ServiceInterface>
  /** How many of the latest requests and tokens are kept: 1 to 10,000, default 500. */
  readonly history?: number
}

const interfaces = guardCodec(
  'a list of profiles',
  (u): u is ReadonlyArray<ServiceInterface> =>
    Array.isArray(u) && u.every((profile) => object.is(profile) && object.is(profile.paths)),
)

const inspectTapeConfig = options('options', {}, { profiles: interfaces, history: historyCodec })

/**
 * Converts a tape to an inspection: the requests with their statuses, times, attempts, pages and causes, and the
 * tokens.
 *
 * Emits one `Inspection` when the tape has ended, and completes. Errors when the source errors, and with a
 * `ConfigError` for an invalid time on the tape. Unsubscribing stops reading.
 *
 * A tape does not record how exchanges are related, so their relations are inferred: the same request after a transient
 * failure is another attempt, a page follows the response that links to it, and a token is a prerequisite of the first
 * request that uses it. Watchers, polls, budgets and streams are not on a tape.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { inspectTape } from 'rxbank/devtools'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { from, lastValueFrom } from 'rxjs'
 *
 * const tape: Array<TapeEntry> = []
 * const { credentials, http } = createSandbox({ profile: documentedProfile, banks: 120 })
 * const recorded = recordHttp(http, { next: (entry) => tape.push(entry) })
 * const config = { profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials }
 * const client = createClient({ ...config, http: recorded })
 * await lastValueFrom(client.banks.pages({ limit: 60 }))
 * const { requests } = await lastValueFrom(from(tape).pipe(inspectTape()))
 * assert.deepStrictEqual(
 *   requests.map(({ operation, cause }) => [operation, cause]),
 *   [
 *     ['banks.list', { _tag: 'Unknown' }],
 *     ['banks.list', { _tag: 'NextPage', request: 1 }],
 *   ],
 * )
 */
export const inspectTape = (config: InspectTapeConfig = {}): OperatorFunction<TapeEntry, Inspection> => {
  const { profiles = [documentedProfile], history = 500 } = decodeOptions(inspectTapeConfig, config)
  const nameOf = operationNames(profiles)
  return (source) =>
    source.pipe(
      map((entry, index) => toTapeExchange(entry, index + 1, nameOf)),
      toArray(),
      map((exchanges) => inspectExchanges(exchanges, history)),
    )
}
