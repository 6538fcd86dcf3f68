import type { Clock, Http } from '../../../lib/index.js'
import { type RecordConfig, recordHttp, type TapeEntry, tapeLine } from '../../../lib/tape.js'

/** A transport that is being recorded, and what is on its tape. */
export interface Recording {
  readonly http: Http
  readonly tape: Array<TapeEntry>
  /** The tape as a file would have it. */
  readonly text: () => string
}

/** Records a transport into memory. */
export const recording = (http: Http, config: RecordConfig & { readonly clock?: Clock } = {}): Recording => {
  const tape: Array<TapeEntry> = []
  return {
    http: recordHttp(http, { next: (entry) => tape.push(entry) }, config),
    tape,
    text: () => tape.map(tapeLine).join(''),
  }
}
