import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { list } from '../../codec/list.js'
import { record } from '../../codec/record.js'
import { asIn2025 } from './asIn.js'

const metadata = record('metadata', {}, { release_status: t.string })
const health = record('health', {}, { status: t.string })

/** The codec of a {@link Bridge2025Provider}. */
export const bridge2025Provider = record(
  'provider',
  { id, name: asIn2025(t.string) },
  {
    country_code: t.string,
    group_name: t.string,
    images: record('images', {}, { logo: t.string }),
    capabilities: list(t.string),
    aggregation_metadata: metadata,
    payment_metadata: metadata,
    health_status: record('health status', {}, { aggregation: health, single_payment: health }),
    tags: record('tags', {}, { segment: list(t.string) }),
  },
)

/**
 * A bank or another provider that users can connect, as of 2025-01-15; clients' code.
 *
 * - `id`: integer; 574 is the demo bank, documented.
 * - `name`, `group_name`: text.
 * - `country_code`: ISO 3166-1, two letters.
 * - `images.logo`: URL.
 * - `capabilities`: words such as `aggregation`, which was `ais` before.
 * - `aggregation_metadata.release_status`, `payment_metadata.release_status`: a word.
 * - `health_status`: by capability, its `status` a word such as `healthy`, observed.
 * - `tags.segment`: words.
 */
export interface Bridge2025Provider extends t.TypeOf<typeof bridge2025Provider> {}
