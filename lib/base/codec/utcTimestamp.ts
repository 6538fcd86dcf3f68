import { isRight } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { createCodec } from './guardCodec.js'
import { timestamp } from './timestamp.js'

/** A day, or a day and a time without a zone: the seconds and their fraction may be missing. */
const withoutZone = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?)?$/

const toUtc = (text: string): string =>
  text.replace(
    withoutZone,
    (_, day: string, minutes = '00:00', seconds = ':00') => `${day}T${String(minutes)}${String(seconds)}Z`,
  )

/**
 * A `Date`, decoded as by {@link timestamp}. It also accepts a day, which becomes midnight in UTC, and a time without a
 * zone, which it reads as UTC. For fields whose format is not documented.
 */
export const utcTimestamp: t.Type<Date, string> = /* @__PURE__ */ Object.assign(
  createCodec(
    timestamp.name,
    timestamp.is,
    (u) => {
      const decoded = timestamp.decode(typeof u === 'string' ? toUtc(u) : u)
      return isRight(decoded) ? decoded.right : undefined
    },
    timestamp.encode,
  ),
  // Functions that read the structure of codecs find `timestamp` as the inner codec, as in a refinement of io-ts.
  { _tag: 'RefinementType', type: timestamp },
)
