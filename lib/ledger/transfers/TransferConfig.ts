import * as t from 'io-ts'
import type { Assumed } from '../../base/codec/assumed.js'
import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { integer } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'

/**
 * An account of the person, as the service describes it in any API version. Two accounts with one IBAN and one currency
 * are one account that was connected twice. The monthly bill of an account of type `card` is a transfer to it.
 */
export interface OwnAccount {
  readonly id: number | string
  readonly iban?: Assumed<string> | undefined
  readonly name?: Assumed<string> | undefined
  readonly type?: Assumed<string> | undefined
  readonly currency_code?: Assumed<string> | undefined
}

/** What a match is based on, from the weakest to the strongest evidence: see {@link TransferReason}. */
export type TransferEvidence = 'amount' | 'words' | 'name' | 'iban'

/**
 * Returns the exchange rate of a day, in units of `to` for one unit of `from`, such as 1.08 from EUR to USD;
 * `undefined` if you have none. It has to return the same rate for the same arguments.
 */
export type RateOf = (from: string, to: string, date: string) => number | undefined

/** The rules by which two rows are one transfer. */
export interface TransferConfig {
  /** The person's accounts. The texts of rows are searched for their IBANs and names, and for the bills of cards. */
  readonly accounts?: ReadonlyArray<OwnAccount>
  /** The names of the person as banks write them in the text of a transfer to oneself, such as `Ada Lovelace`. */
  readonly names?: ReadonlyArray<string>
  /** The maximum number of days between the two rows, 0 to 31; default 4, for a weekend with a holiday. */
  readonly days?: number
  /**
   * The minimum evidence for a transfer; pairs with less evidence are candidates. Default `amount`: exactly opposite
   * amounts.
   */
  readonly evidence?: TransferEvidence
  /**
   * The maximum fee, as a share of the amount that left, 0 to 0.5; default 0. Rows whose amounts differ by a fee are
   * candidates: they are never matched automatically.
   */
  readonly feeShare?: number
  /** The rates between currencies. Without it, rows of two currencies are not compared. */
  readonly rateOf?: RateOf
  /**
   * The maximum difference between an amount and the amount converted at your rate, as a share, 0 to 0.5; default 0.02.
   */
  readonly rateTolerance?: number
  /** Whether pending rows are matched; default `false`. */
  readonly includePending?: boolean
  /**
   * The maximum number of rows that could be the other half of a row, 1 to 100; default 10. A row with more is not
   * matched, because a person could not choose among so many.
   */
  readonly maxAlternatives?: number
}

const share = /* @__PURE__ */ guardCodec(
  'a number, 0 to 0.5',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 0.5,
)

const ownAccount = /* @__PURE__ */ guardCodec(
  'an account with an id',
  (u): u is OwnAccount => object.is(u) && (typeof u.id === 'number' || typeof u.id === 'string'),
)

/** @internal The fields of the codec of a {@link TransferConfig}. */
export const transferFields = {
  accounts: /* @__PURE__ */ list(ownAccount),
  names: /* @__PURE__ */ list(nonEmpty),
  days: /* @__PURE__ */ integer(0, 31),
  evidence: /* @__PURE__ */ oneOf('amount', 'words', 'name', 'iban'),
  feeShare: share,
  rateOf: /* @__PURE__ */ functionCodec<RateOf>('a function of two currencies and a day'),
  rateTolerance: share,
  includePending: t.boolean,
  maxAlternatives: /* @__PURE__ */ integer(1, 100),
}

/** A configuration with all defaults. */
export type TransferRule = Required<Omit<TransferConfig, 'rateOf'>> & { readonly rateOf: RateOf }

/** @internal Adds the defaults to a configuration. */
export const transferRule = ({ rateOf = () => undefined, ...config }: TransferConfig): TransferRule => ({
  accounts: config.accounts ?? [],
  names: config.names ?? [],
  days: config.days ?? 4,
  evidence: config.evidence ?? 'amount',
  feeShare: config.feeShare ?? 0,
  rateOf,
  rateTolerance: config.rateTolerance ?? 0.02,
  includePending: config.includePending ?? false,
  maxAlternatives: config.maxAlternatives ?? 10,
})
