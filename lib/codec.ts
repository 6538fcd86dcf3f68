/**
 * The codec kit: what reads and checks the answers of services, and options. Begin with {@link record}.
 *
 * @module rxbank/codec
 */
export { decode } from './base/codec/decode.js'
export { finite } from './base/codec/finite.js'
export {
  fromStandardSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from './base/codec/fromStandardSchema.js'
export { id } from './base/codec/id.js'
export { type Issue, issues } from './base/codec/issues.js'
export { lenient } from './base/codec/lenient.js'
export { list } from './base/codec/list.js'
export { nearest, options } from './base/codec/options.js'
export { noContent } from './base/codec/noContent.js'
export { object } from './base/codec/object.js'
export { type ParseFailure, parseJson } from './base/codec/parseJson.js'
export { plainDate } from './base/codec/plainDate.js'
export { record, type RecordType } from './base/codec/record.js'
export {
  type Fields,
  type OptionalCodecs,
  type RecordCodec,
  type RecordOf,
  type RecordOutput,
  type RequiredCodecs,
} from './base/codec/RecordOf.js'
export { timestamp } from './base/codec/timestamp.js'
export { type CodecSchema, toStandardSchema } from './base/codec/toStandardSchema.js'
export { uuid } from './base/codec/uuid.js'
