/** Throws unless all decoders give the same answers; in a thread of its own, whose odd rows leave no trace in others. */
import assert from 'node:assert/strict'
import { workerData } from 'node:worker_threads'
import { cases, decoders, others, rows, toText } from './cases.mjs'
import { described } from './fields.mjs'

/** What everybody refuses in a row. */
const damages = [
  ...[undefined, null, 'x', 1.5, -1, 2 ** 60].map((id) => ({ id })),
  ...['description', 'raw_description', 'currency_code'].map((key) => ({ [key]: 7 })),
  ...['8 June 2023', '2023-13-08', 20230608].map((date) => ({ date })),
  ...['yesterday', '2023-06-08T25:00:00.000Z', 7].map((updated_at) => ({ updated_at })),
  ...['account_id', 'category_id'].flatMap((key) => [{ [key]: 1.5 }, { [key]: {} }]),
  { amount: '-4.99' },
  { is_deleted: 'no' },
]

/** What is refused beside it: by a field that is demanded, and by one that the rows do not have. */
const ofDemanded = [{ description: null }, { amount: undefined }]
const ofDescribed = [
  ...['clean_description', 'bank_description', 'booking_date', 'transaction_date', 'value_date'].map((key) => ({
    [key]: 7,
  })),
  ...['is_future', 'show_client_side'].map((key) => ({ [key]: 'no' })),
]

const withRow = (changes) => rows.map((row, index) => (index === 250 ? { ...row, ...changes } : row))
const withNulls = withRow(Object.fromEntries(others.map((key) => [key, null])))

const expected = (text, keepsText = false) => {
  const page = JSON.parse(text)
  for (const row of page.resources) if (!keepsText && row.updated_at) row.updated_at = new Date(row.updated_at)
  return page
}

for (const { fields, measured } of cases) {
  const [taken, refused] = fields === described ? [[measured, withNulls], ofDescribed] : [[measured], ofDemanded]
  for (const { name, decode, keepsText } of decoders(fields, workerData.isEvalForbidden)) {
    for (const text of taken.map(toText))
      assert.deepEqual(decode(JSON.parse(text)), expected(text, keepsText), `${name} decodes to something else`)
    for (const damage of [...damages, ...refused]) {
      const page = JSON.parse(toText(withRow(damage)))
      assert.throws(() => decode(page), `${name} takes ${JSON.stringify(damage)}`)
    }
  }
}
