/**
 * The codecs of the documented service, and the kit that they are made of. Begin with {@link record}.
 *
 * @module rxbank/codec
 */
export { decode } from './base/codec/decode.js'
export { finite } from './base/codec/numbers.js'
export {
  type CodecSchema,
  fromStandardSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  toStandardSchema,
} from './base/codec/toStandardSchema.js'
export { type JsonSchema, type JsonSchemaOptions } from './base/codec/toJsonSchema.js'
export { id } from './base/codec/id.js'
export { type Issue, issues } from './base/codec/issues.js'
export { lenient, record, type RecordType } from './base/codec/record.js'
export { list } from './base/codec/list.js'
export { nearest, options } from './base/codec/options.js'
export { noContent } from './base/codec/noContent.js'
export { object } from './base/codec/object.js'
export { type ParseFailure, parseJson } from './base/codec/parseJson.js'
export { plainDate } from './base/codec/calendar.js'
export {
  type Fields,
  type OptionalCodecs,
  type RecordCodec,
  type RecordOf,
  type RecordOutput,
  type RequiredCodecs,
} from './base/codec/RecordOf.js'
export { timestamp } from './base/codec/timestamp.js'
export { uuid } from './base/codec/uuid.js'
export { accessToken } from './service/model/AccessToken.js'
export { account } from './service/model/Account.js'
export { accountInformation } from './service/model/AccountInformation.js'
export { bank } from './service/model/Bank.js'
export { category, categoryInsights } from './service/model/Category.js'
export { item } from './service/model/Item.js'
export { refreshStatus } from './service/model/RefreshStatus.js'
export { stock } from './service/model/Stock.js'
export { transaction } from './service/model/Transaction.js'
export { user } from './service/model/User.js'
export { bookmark } from './streams/polling/Bookmark.js'
export { postedWindow } from './streams/polling/followPosted.js'
