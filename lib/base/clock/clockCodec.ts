import type { Observable } from 'rxjs'
import { guardCodec, observableCodec } from '../codec/guardCodec.js'
import { object } from '../codec/object.js'
import type { Clock } from './Clock.js'

const hints = /* @__PURE__ */ observableCodec<Observable<unknown>>('')

/** The codec of a clock that the program supplies. */
export const clockCodec = /* @__PURE__ */ guardCodec(
  'a clock, with wall, monotonic and scheduler; wakeUp$, if any, an Observable',
  (u): u is Clock =>
    object.is(u) &&
    typeof u.wall === 'function' &&
    typeof u.monotonic === 'function' &&
    object.is(u.scheduler) &&
    (u.wakeUp$ === undefined || hints.is(u.wakeUp$)),
)
