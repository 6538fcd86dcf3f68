import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'

/** The codec of a {@link Reference}. */
export const reference = record('reference', { id }, { resource_uri: t.string, resource_type: t.string })

/**
 * A resource that another one belongs to, as 2018-06-15 and 2019-02-18 name it; recorded.
 *
 * - `id`: integer.
 * - `resource_uri`: its path, such as `/v2/accounts/2341498`.
 * - `resource_type`: a word, such as `account`.
 */
export interface Reference extends t.TypeOf<typeof reference> {}
