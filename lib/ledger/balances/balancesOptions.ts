import type { Option } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { options } from '../../base/codec/options.js'
import { record } from '../../base/codec/record.js'
import { validDate } from '../../base/codec/timestamp.js'
import { toDay } from './toDay.js'

/** Whether a value is the name of a time zone. */
export const isTimeZone = (u: unknown): u is string => {
  try {
    return typeof u === 'string' && toDay(new Date(0), u) !== ''
  } catch {
    return false
  }
}

/** The codec of the options of `balancesOf`. */
export const balancesConfigCodec = /* @__PURE__ */ options(
  'options',
  { by: /* @__PURE__ */ guardCodec("'day'", (u): u is 'day' => u === 'day') },
  {
    from: plainDate,
    to: plainDate,
    timeZone: /* @__PURE__ */ guardCodec('a time zone, such as Europe/Paris', isTimeZone),
  },
)

const isBigint = (u: unknown): u is bigint => typeof u === 'bigint'

const optionOf = <A>(expected: string, is: (u: unknown) => u is A): t.Type<Option<A>> =>
  guardCodec(
    expected,
    (u): u is Option<A> => t.UnknownRecord.is(u) && (u._tag === 'None' || (u._tag === 'Some' && is(u.value))),
  )

const balance = /* @__PURE__ */ record(
  'balance',
  {
    account: t.string,
    currency: t.string,
    minorUnits: /* @__PURE__ */ optionOf('an Option of a bigint, such as some(1250n)', isBigint),
    reportedAt: /* @__PURE__ */ optionOf('an Option of a valid Date', validDate.is),
  },
  { lastReportedAt: validDate },
)

const entry = /* @__PURE__ */ record(
  'entry',
  {
    account: t.string,
    currency: t.string,
    minorUnits: /* @__PURE__ */ guardCodec('a bigint, such as 1250n', isBigint),
    date: plainDate,
    isPending: t.boolean,
  },
  { bookedOn: t.string, updatedAt: validDate, removedAt: validDate },
)

/** The codec of the fields of an account that `balancesOf` reads. */
export const historyCodec = /* @__PURE__ */ options(
  'history',
  { account: t.string, balances: /* @__PURE__ */ list(balance), entries: /* @__PURE__ */ list(entry) },
  { inexactDays: /* @__PURE__ */ list(plainDate) },
)
