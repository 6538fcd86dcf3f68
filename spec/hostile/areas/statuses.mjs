// Words, numbers and shapes of rows that would lead the helpers astray: prototypes, circles, and depth.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { option, rxbank, rxjs } from '../support/installed.mjs'
import { outcome } from '../support/victim.mjs'

const {
  bankTree,
  bridge2021,
  categoryTree,
  classifyChanges,
  emptyPostedWindow,
  followPosted,
  itemState,
  matchPosted,
  postedWindow,
} = rxbank
const unknown = 'item-states.md: unknown has the number or the word that the table lacks'
const placed = 'banks-and-categories.md: banks and categories in order for a screen'

const words = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'FINISHED',
  'finished ',
  '',
  '0',
  '\u0000',
  'x'.repeat(100_000),
]
const numbers = {
  'a fraction': 0.5,
  NaN: NaN,
  infinite: Infinity,
  'beyond the table': 4711,
  'a prototype': '__proto__',
  another: 'constructor',
  'an object': {},
  true: true,
}

const chain = (length) =>
  Array.from({ length }, (_, id) => ({
    id,
    name: `c${id}`,
    parent: id === 0 ? null : { id: id - 1 },
    parent_id: id === 0 ? null : id - 1,
  }))
const families = {
  'a category that is its own parent': [{ id: 1, name: 'a', parent: { id: 1 }, parent_id: 1 }],
  'two that are each other’s': [
    { id: 1, name: 'a', parent: { id: 2 }, parent_id: 2 },
    { id: 2, name: 'b', parent: { id: 1 }, parent_id: 1 },
  ],
  'a circle of three below one': [1, 2, 3].map((id) => ({
    id,
    name: 'a',
    parent: { id: (id % 3) + 1 },
    parent_id: (id % 3) + 1,
  })),
  'a parent that is not there': [{ id: 1, name: 'a', parent: { id: 99 }, parent_id: 99 }],
  'the same id twice': [
    { id: 1, name: 'a' },
    { id: 1, name: 'b' },
  ],
  'twenty thousand below each other': chain(20_000),
  none: [],
}

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
  ...table(unknown, 'a word', Object.fromEntries(words.map((word) => [word.slice(0, 20) || 'none', word])), (word) => {
    const state = itemState(bridge2021, { status: 0 }, { status: word })
    assert.ok(['unknown', 'ok'].includes(state._tag), state._tag)
    assert.equal(itemState(bridge2021, {}, { status: word })._tag, 'unknown')
  }),
  ...table(unknown, 'a number', numbers, (status) => assert.equal(itemState(bridge2021, { status })._tag, 'unknown')),
  ...table(placed, 'categories', families, (rows) => {
    const tree = categoryTree(rows)
    const text = JSON.stringify(Object.keys(tree))
    assert.ok(text.length > 0 && Object.prototype.polluted === undefined)
  }),
  ...family(placed, {
    'banks of countries and groups by prototype': () => {
      const names = ['__proto__', 'constructor', 'toString', '', '\ud800']
      const rows = names.map((name, id) => ({ id, name, country_code: name, parent_name: name }))
      const seen = JSON.stringify(bankTree(rows))
      for (const { id } of rows) assert.ok(new RegExp(`"id":${id}\\b`).test(seen), `${id} is missing in ${seen}`)
      assert.equal({}.name, undefined)
    },
  }),
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
