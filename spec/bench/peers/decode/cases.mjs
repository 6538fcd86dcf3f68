import { transactions } from '../../harness/transactions.mjs'
import { ajv } from './ajv.mjs'
import { arktype } from './arktype.mjs'
import { demanded, described } from './fields.mjs'
import { handWritten, handWrittenInPlace } from './handWritten.mjs'
import { ioTs } from './ioTs.mjs'
import { rxbank, rxbankInPlace } from './rxbank.mjs'
import { typebox, typeboxValue } from './typebox.mjs'
import { valibot } from './valibot.mjs'
import { zod } from './zod.mjs'

const sides = [handWritten, handWrittenInPlace, rxbank, rxbankInPlace, ioTs, zod, valibot, arktype, typeboxValue]
const needEval = [typebox, ajv]

/** Everybody's decoder for some fields. */
export const decoders = (fields, isEvalForbidden) =>
  [...sides, ...(isEvalForbidden ? [] : needEval)].map((make) => make(fields))

export const rows = transactions(500)
export const [, ...others] = Object.keys(rows[0])

const without = (row, keys) => Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
const reversed = (row) => Object.fromEntries(Object.entries(row).reverse())
const someAbsent = rows.map((row, index) => without(row, [others[index % 9], others[(index * 5) % 7]]))
const twoOrders = rows.map((row, index) => (index % 2 === 0 ? row : reversed(row)))

/**
 * What is compared: which fields are asked of rows, whose shapes an engine keeps apart.
 *
 * Those of most shapes come last, for code that has seen them is slower from then on.
 */
export const cases = [
  { name: 'all fields required', fields: demanded, measured: rows },
  { name: 'all but the id optional', fields: described, measured: rows },
  { name: 'optional, two orders of keys', fields: described, measured: twoOrders },
  { name: 'optional, two absent in each row', fields: described, measured: someAbsent },
]

/** The text of a page. */
export const toText = (resources) =>
  JSON.stringify({ resources, pagination: { previous_uri: null, next_uri: '/v2/transactions?after=MjAx&limit=500' } })
