/**
 * Tapes: recordings of requests and answers, without private data, that can be replayed. Begin with {@link recordHttp}
 * and {@link replayHttp}.
 *
 * @module rxbank/tape
 */
export { parseTape, tapeLine } from './parseTape.js'
export { type RecordConfig } from './RecordConfig.js'
export { recordHttp } from './recordHttp.js'
export { type ReplayConfig, replayHttp } from './replayHttp.js'
export { type TapeAnswer, type TapeEntry, type TapeRequest, type TapeText } from './TapeEntry.js'
export { type TapeFailure } from './TapeFailure.js'
