import type { Observable } from 'rxjs'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { observable } from '../../base/codec/observable.js'
import { options } from '../../base/codec/options.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import { callFields } from '../send/callConfig.js'
import { type Until, untilCodec } from './Until.js'

/** The options of sending a request again and again. Times are in milliseconds. */
export interface PollConfig<A> extends CallConfig {
  /** The time from an answer to the next request; at least 100, default 2,000. */
  readonly every?: number
  /** Whether an answer is the last one, which is still emitted; default: no answer is. */
  readonly until?: Until<A>
  /** The time from the first request after which the stream errors with `DeadlineExceeded`; default: never. */
  readonly deadline?: number
  /** Each emission sends the request at once, or again after the one in flight; its error is the stream's. */
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
    trigger$: observable<Observable<unknown>>('an Observable'),
  },
)
