/**
 * The codec kit: what reads and checks the answers of services, and options. Begin with {@link record}.
 *
 * @module rxbank/codec
 */
export { decode } from './decode.js'
export { finite } from './finite.js'
export { fromStandardSchema } from './fromStandardSchema.js'
export { id } from './id.js'
export { type Issue, issues } from './issues.js'
export { lenient } from './lenient.js'
export { list } from './list.js'
export { nearest } from './nearest.js'
export { noContent } from './noContent.js'
export { object } from './object.js'
export { options } from './options.js'
export { type ParseFailure, parseJson } from './parseJson.js'
export { plainDate } from './plainDate.js'
export { record, type RecordType } from './record.js'
export { type Fields, type RecordOf, type RecordOutput } from './RecordOf.js'
export { type StandardIssue, type StandardResult, type StandardSchema } from './StandardSchema.js'
export { timestamp } from './timestamp.js'
export { type CodecSchema, toStandardSchema } from './toStandardSchema.js'
export { uuid } from './uuid.js'
