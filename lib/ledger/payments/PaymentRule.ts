import * as t from 'io-ts'
import { integer } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'

/** The options of {@link matchExpected}. */
export interface MatchExpectedConfig {
  /**
   * The maximum number of days by which a payment is early, 0 to 366; default 31. A payment with a clear reference may
   * arrive on any day.
   */
  readonly maxDaysEarly?: number
  /** The maximum number of days by which a payment is late, 0 to 366; default 62. */
  readonly maxDaysLate?: number
  /**
   * The minimum evidence for a match besides the amount; pairs with less evidence are candidates. `reference`: a text
   * has the reference. `name`, the default: that, or the name of the payer. `amount`: the amount alone, if only one
   * payment and one expected payment have it.
   */
  readonly evidence?: 'amount' | 'name' | 'reference'
  /** Whether pending rows are matched; default `false`. */
  readonly includePending?: boolean
  /**
   * The maximum number of expected payments that a person can choose among, 1 to 100; default 10. A payment that could
   * pay more of them is unmatched, and so are more than 100 payments that could pay the same one.
   */
  readonly maxAlternatives?: number
}

/** Options with all defaults. */
export type PaymentRule = Required<MatchExpectedConfig>

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  {
    maxDaysEarly: /* @__PURE__ */ integer(0, 366),
    maxDaysLate: /* @__PURE__ */ integer(0, 366),
    evidence: /* @__PURE__ */ oneOf('amount', 'name', 'reference'),
    includePending: t.boolean,
    maxAlternatives: /* @__PURE__ */ integer(1, 100),
  },
)

/** Adds the defaults. Throws a `ConfigError` for wrong options. */
export const paymentRule = (config: MatchExpectedConfig): PaymentRule => ({
  maxDaysEarly: 31,
  maxDaysLate: 62,
  evidence: 'name',
  includePending: false,
  maxAlternatives: 10,
  ...decodeOptions(configCodec, config),
})
