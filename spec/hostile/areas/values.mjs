// Ids, moments, days and numbers that are nearly what they should be.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { codec } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const codecs =
  'requests.md: id is an integer from 0 to 2^53 - 1, or its digits; timestamp is ISO 8601 with seconds and a zone'

const ids = {
  'beyond 2^53': '9007199254740993',
  'beyond 2^53 as digits': '"9007199254740993"',
  'a hundred digits': `"${'9'.repeat(100)}"`,
  negative: '-1',
  'a fraction': '1.5',
  'nearly whole': '1.0000000001',
  infinite: '1e400',
  'infinite, negative': '-1e400',
  nothing: '""',
  'a blank': '" "',
  'a blank before': '" 1"',
  'a line feed behind': '"1\\n"',
  'a plus': '"+1"',
  'a minus': '"-1"',
  hexadecimal: '"0x10"',
  'an exponent': '"1e3"',
  'a point': '"1.0"',
  separators: '"1_000"',
  'digits of other scripts': '"١٢٣"',
  'full-width digits': '"１"',
  'a null byte behind': '"1\\u0000"',
  true: 'true',
  null: 'null',
  'an array of one': '[1]',
  'an empty array': '[]',
  'an object': '{"valueOf":1}',
}

const moments = {
  'a day alone': '"2026-01-01"',
  'no zone': '"2026-01-01T00:00:00"',
  'no seconds': '"2026-01-01T00:00Z"',
  'the thirtieth of February': '"2026-02-30T00:00:00Z"',
  'the 29th of February of no leap year': '"2026-02-29T00:00:00Z"',
  'a thirteenth month': '"2026-13-01T00:00:00Z"',
  'a month of zero': '"2026-00-01T00:00:00Z"',
  '25 hours': '"2026-01-01T25:00:00Z"',
  '61 minutes': '"2026-01-01T00:61:00Z"',
  'an offset of 99 hours': '"2026-01-01T00:00:00+99:00"',
  'beyond the last day': '"+275760-09-13T00:00:00.001Z"',
  'a number': '1767225600000',
  digits: '"1767225600000"',
  words: '"yesterday"',
  'a date of mail': '"Thu, 01 Jan 2026 00:00:00 GMT"',
  'a blank behind': '"2026-01-01T00:00:00Z "',
  'a null byte behind': '"2026-01-01T00:00:00Z\\u0000"',
  'digits of other scripts': '"٢٠٢٦-01-01T00:00:00Z"',
  nothing: '""',
  'an object': '{}',
}

const days = {
  'the thirtieth of February': '"2026-02-30"',
  'a moment': '"2026-01-01T00:00:00Z"',
  'a number': '20260101',
  'a short one': '"2026-1-1"',
  'a fifth digit': '"02026-01-01"',
}

const numbers = {
  infinite: '1e400',
  'negative infinite': '-1e400',
  digits: '"1.5"',
  true: 'true',
  'an array': '[1]',
  'NaN as text': '"NaN"',
}

const stockWith = (fields) => `{"id":1,"label":"a",${fields}}`

const { finite, id, plainDate, record, timestamp } = codec
/** A stock whose fields are no assumptions. */
const stock = record('stock', { id }, { updated_at: timestamp, value_date: plainDate, quantity: finite })

const refused = (bodyOf) => async (value, after) => {
  const bank = await rawBank(after, () => answer(bodyOf(value)))
  const { reason } = await failure(victimsUser(after, bank.origin, { codecs: { stock } }).stocks.get(1), 'DecodeError')
  assert.equal(reason, 'shape')
}

const shown = 'versions.md: a value of another type is kept as it came, and FieldMismatch tells which field that was'

const kept = (field) => async (value, after) => {
  const bank = await rawBank(after, () => answer(stockWith(`"${field}":${value}`)))
  const client = victim(after, bank.origin)
  const { end, values } = await outcome(client.user({ externalUserId: 'A6J' }).stocks.get(1))
  assert.deepEqual([end, values.map((row) => row[field])], ['complete', [JSON.parse(value)]])
  const reported = client.heard.filter(({ _tag }) => _tag === 'FieldMismatch')
  assert.deepEqual(
    reported.map(({ path }) => path),
    [`/${field}`],
  )
  assert.ok(!('value' in reported[0]))
}

export const cases = [
  ...table(
    codecs,
    'an id that is none',
    ids,
    refused((id) => `{"id":${id},"label":"a"}`),
  ),
  ...table(
    codecs,
    'a moment that is none',
    moments,
    refused((moment) => stockWith(`"updated_at":${moment}`)),
  ),
  ...table(
    'requests.md: plainDate is YYYY-MM-DD',
    'a day that is none',
    days,
    refused((day) => stockWith(`"value_date":${day}`)),
  ),
  ...table(
    'requests.md: finite is a number, not infinite',
    'a number that is none',
    numbers,
    refused((n) => stockWith(`"quantity":${n}`)),
  ),
  ...table(shown, 'a moment that is assumed', moments, kept('updated_at')),
  ...table(shown, 'a day that is assumed', days, kept('value_date')),
  ...table(shown, 'a number that is assumed', numbers, kept('quantity')),
]
