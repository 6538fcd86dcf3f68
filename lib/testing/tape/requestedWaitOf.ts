import { getOrElse } from 'fp-ts/lib/Option.js'
import { retryAfter } from '../../http/retryAfter.js'
import type { TapeEntry } from './TapeEntry.js'

/** The milliseconds that the `Retry-After` of a recorded answer asks to wait; 0 without one. */
export const requestedWaitOf = ({ time, duration, answer }: TapeEntry): number =>
  answer === undefined ? 0 : getOrElse(() => 0)(retryAfter({ ...answer, body: '' }, Date.parse(time) + duration))
