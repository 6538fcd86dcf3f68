import { record } from '../../base/codec/record.js'

/**
 * The decoded type of {@link categoryInsights}: an object as the service sent it. The service does not document its
 * fields, so none has a name here.
 */
export type CategoryInsights = Readonly<Record<string, unknown>>

/**
 * What a user spends and receives by category. The service does not document the answer, so any JSON object is accepted
 * unchanged. If you know its fields, pass the client your own codec as `codecs.categoryInsights`.
 *
 * @example
 * import { categoryInsights } from 'rxbank/codec'
 *
 * assert.ok(categoryInsights.is({ whatever: ['the service', 'sends'] }))
 */
export const categoryInsights = record<CategoryInsights>('category insights', {}, {})
