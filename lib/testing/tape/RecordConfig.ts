import * as t from 'io-ts'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { integer } from '../../base/codec/integer.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { AllowedNames } from './Anonymizer.js'

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
export const readRecordConfig = (config: RecordConfig): Required<RecordConfig> => ({
  keepNames: [],
  keepValues: [],
  maxValues: 200_000,
  clock: systemClock,
  ...decodeOptions(recordConfig, config),
})
