// Payments that are odd or alike, and windows that are none.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { codec, option, rxbank, rxjs } from '../support/installed.mjs'
import { outcome } from '../support/victim.mjs'

const { classifyChanges, emptyPostedWindow, followPosted, matchPosted } = rxbank
const { postedWindow } = codec

const payment = (id, fields = {}) => ({
  id,
  amount: -5,
  currency_code: 'EUR',
  date: '2026-01-02',
  account_id: 1,
  description: 'COFFEE SHOP',
  ...fields,
})

const odd = {
  'no amount': { amount: null },
  'an amount of NaN': { amount: NaN },
  'no date': { date: undefined },
  'a date that is none': { date: '2026-02-31' },
  'a description of a megabyte': { description: 'a b '.repeat(250_000) },
  'a description of other letters': { description: '\ud800 \u202e \u0000' },
  'a currency by prototype': { currency_code: '__proto__' },
  'an account by prototype': { account_id: '__proto__' },
}

const known = {
  throws: () => {
    throw new RangeError('theirs')
  },
  rejects: () => Promise.reject(new RangeError('theirs')),
  'gives nothing': () => undefined,
  'gives a number': () => 5,
  'gives an array': () => [1],
  'completes with nothing': () => rxjs.EMPTY,
}

const windows = {
  null: null,
  'a text': 'x',
  'no lists': {},
  'rows that are none': { removed: [null], added: [5], from: null },
  'a prototype': JSON.parse('{"__proto__":{"removed":[]}}'),
  'a huge one': { removed: Array(10_000).fill({}), added: [] },
}

const batch = (resources) => ({ resources, rejected: [], checkpoint: option.none })

export const cases = [
  ...table('transactions.md: it says nothing rather than something wrong', 'a payment with', odd, (fields) => {
    const links = matchPosted({ removed: [payment(1, fields)], added: [payment(2)] })
    assert.deepEqual(links.length ?? links.links?.length, 0)
  }),
  ...family('transactions.md: twins are not linked', {
    'three thousand that are alike': () => {
      const some = (from) => Array.from({ length: 3000 }, (_, n) => payment(from + n))
      assert.deepEqual(matchPosted({ removed: some(0), added: some(10_000) }).length, 0)
    },
    'a window that is fed for ever stays bounded': async () => {
      const follow = followPosted()
      const ids = new Set()
      const classify = classifyChanges({ known: () => ids })
      let window = emptyPostedWindow
      for (let n = 0; n < 60; n++) {
        const made = Array.from({ length: 100 }, (_, k) => payment(n * 1000 + k, { amount: -(n * 100 + k) - 0.01 }))
        const gone = made.map((one) => ({ ...one, id: one.id + 500, amount: 7 + one.id, is_deleted: true }))
        const changes = await rxjs.firstValueFrom(classify(batch([...made, ...gone])))
        window = follow(window, changes)
      }
      assert.ok(JSON.stringify(window).length < 2_000_000, `${JSON.stringify(window).length} letters`)
    },
  }),
  ...table(
    'transactions.md: what known errors with ends the stream; so does an answer that is none',
    'known',
    known,
    async (ask) => {
      const classify = classifyChanges({ known: ask })
      const { end, values } = await outcome(rxjs.defer(() => classify(batch([payment(1)]))))
      assert.deepEqual([end === 'complete', values.length], [false, 0])
    },
  ),
  ...table(
    'transactions.md: the window is plain data, read back with postedWindow.decode',
    'a window that is',
    windows,
    (window) => {
      const decoded = postedWindow.decode(window)
      assert.equal(decoded._tag, 'Left')
    },
  ),
]
