/**
 * Tapes: recordings of requests and responses, without private data, that can be replayed. Begin with {@link
 * recordHttp} and {@link replayHttp}.
 *
 * @module rxbank/tape
 */
export { isServiceValue } from './service/model/isServiceValue.js'
export { parseTape, tapeLine } from './testing/tape/parseTape.js'
export { type RecordConfig, recordHttp } from './testing/tape/recordHttp.js'
export { type ReplayConfig, replayHttp } from './testing/tape/replayHttp.js'
export { type TapeResponse, type TapeEntry, type TapeRequest, type TapeText } from './testing/tape/TapeEntry.js'
export { type TapeFailure } from './testing/tape/TapeFailure.js'
