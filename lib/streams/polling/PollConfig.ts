import type { Observable } from 'rxjs'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import { callFields } from '../send/callConfig.js'
import { untilCodec, type UntilPredicate } from './UntilPredicate.js'

/** The options of polling. Times are in milliseconds. */
export interface PollConfig<A> extends CallConfig {
  /** The time from an answer to the next request; at least 100, default 2,000. */
  readonly every?: number
  /** Decides whether an answer is the last. The stream emits that answer and completes. Default: it never completes. */
  readonly until?: UntilPredicate<A>
  /** The time from the first request after which the stream errors with `DeadlineExceeded`; default: never. */
  readonly deadline?: number
  /**
   * Each emission sends the request at once or, if one is in flight, right after it. If `trigger$` errors, so does the
   * stream.
   */
  readonly trigger$?: Observable<unknown>
}

/** The codec of {@link PollConfig}. */
export const pollConfig = options(
  'options',
  {},
  {
    ...callFields,
    every: milliseconds(100),
    until: untilCodec<never>(),
    deadline: milliseconds(0),
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
  },
)
