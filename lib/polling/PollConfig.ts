import type { Observable } from 'rxjs'
import { milliseconds } from '../codec/milliseconds.js'
import { observable } from '../codec/observable.js'
import { options } from '../codec/options.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { callFields } from '../stream/callConfig.js'
import { type Until, untilCodec } from './Until.js'

/** How a request is sent again and again. Times in milliseconds. */
export interface PollConfig<A> extends CallConfig {
  /** From an answer to the next request; at least 100, default 2,000. */
  readonly every?: number
  /** Whether an answer is the last, which is still emitted; default: none is. */
  readonly until?: Until<A>
  /** When to give up, from the first request; default: never. */
  readonly deadline?: number
  /** Each emission asks at once, or once more after the request that is in flight; its error is the stream's. */
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
