import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { fieldOf2025 } from './profileField.js'

const aggregation = record('metadata', {}, lenient({ release_status: t.string }))
const payment = record(
  'metadata',
  {},
  lenient({
    release_status: t.string,
    execution_status_available: t.boolean,
    max_size_label: finite,
    nb_max_transactions: finite,
    provider_environments: list(t.string),
    sender_iban_available: t.boolean,
  }),
)
const health = record('health', {}, lenient({ status: t.string }))

/** A bank or another provider that users can connect, as of 2025-01-15; seen in clients' code. */
export interface Bridge2025Provider {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. 574 is the demo bank, which is documented. */
  readonly id: number
  /** The name, for display, without the country, which is documented. Seen in clients' code. */
  readonly name: string
  /** The country, by ISO 3166-1: two letters. Seen in clients' code. */
  readonly country_code?: string | null | undefined
  /** The name of the group that the provider belongs to. Seen in clients' code. */
  readonly group_name?: string | null | undefined
  /** Its images. Seen in clients' code. */
  readonly images?:
    | {
        /** The URL of the logo. Seen in clients' code. */
        readonly logo?: string | null | undefined
      }
    | null
    | undefined
  /** The capabilities of the provider: words, such as `aggregation`, which was `ais` before. Seen in clients' code. */
  readonly capabilities?: Array<string> | null | undefined
  /** About reading data. Seen in clients' code. */
  readonly aggregation_metadata?:
    | {
        /** The state of its release: a word. Seen in clients' code. */
        readonly release_status?: string | null | undefined
      }
    | null
    | undefined
  /** About payments. Seen in clients' code. */
  readonly payment_metadata?:
    | {
        /** The state of its release: a word. Seen in clients' code. */
        readonly release_status?: string | null | undefined
        /** Whether it says how a payment was executed. Documented; that it is a boolean is inferred. */
        readonly execution_status_available?: boolean | null | undefined
        /** The maximum length of a payment's label. Documented; that it is a number is inferred. */
        readonly max_size_label?: number | null | undefined
        /** The maximum number of transactions in a payment. Documented; that it is a number is inferred. */
        readonly nb_max_transactions?: number | null | undefined
        /** The environments of the service that have it: words. Documented; that it is a list is inferred. */
        readonly provider_environments?: Array<string> | null | undefined
        /** Whether the IBAN of the sender is known after a payment. Documented; that it is a boolean is inferred. */
        readonly sender_iban_available?: boolean | null | undefined
      }
    | null
    | undefined
  /** Whether it currently works, by capability. Seen in clients' code. */
  readonly health_status?:
    | {
        /** Whether reading data works. Seen in clients' code. */
        readonly aggregation?:
          | {
              /** The health: a word, such as `healthy`. Observed. */
              readonly status?: string | null | undefined
            }
          | null
          | undefined
        /** Whether single payments work. Seen in clients' code. */
        readonly single_payment?:
          | {
              /** The health: a word, such as `healthy`. Observed. */
              readonly status?: string | null | undefined
            }
          | null
          | undefined
      }
    | null
    | undefined
  /** Its tags. Seen in clients' code. */
  readonly tags?:
    | {
        /** The segments of users: words, `b2c` and `b2b`. Documented. */
        readonly segment?: Array<string> | null | undefined
        /** The regions that it is for: words. Documented; that it is a list is inferred. */
        readonly region?: Array<string> | null | undefined
        /** Other words by which users search for it. Documented; that it is a list is inferred. */
        readonly keywords?: Array<string> | null | undefined
      }
    | null
    | undefined
}

/** The codec of a {@link Bridge2025Provider}. */
export const bridge2025Provider = record<Bridge2025Provider>(
  'provider',
  { id, name: fieldOf2025(t.string) },
  lenient({
    country_code: t.string,
    group_name: t.string,
    images: record('images', {}, lenient({ logo: t.string })),
    capabilities: list(t.string),
    aggregation_metadata: aggregation,
    payment_metadata: payment,
    health_status: record('health status', {}, lenient({ aggregation: health, single_payment: health })),
    tags: record('tags', {}, lenient({ segment: list(t.string), region: list(t.string), keywords: list(t.string) })),
  }),
)
