// Words, numbers and shapes of rows that would lead helpers astray: prototypes, circles, depth.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { bridge, rxbank } from '../support/installed.mjs'

const { bankTree, categoryTree, itemState } = rxbank
const { bridge2021 } = bridge
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

export const cases = [
  ...table(unknown, 'a word', Object.fromEntries(words.map((word) => [word.slice(0, 20) || 'none', word])), (word) => {
    const state = itemState(bridge2021, { status: 0 }, { status: word })
    assert.ok(['unknown', 'ok'].includes(state._tag), state._tag)
    assert.equal(itemState(bridge2021, {}, { status: word })._tag, 'unknown')
  }),
  ...table(unknown, 'a number', numbers, (status) => assert.equal(itemState(bridge2021, { status })._tag, 'unknown')),
  ...table(placed, 'categories', families, (rows) => {
    const found = []
    for (const nodes = [...categoryTree(rows)]; nodes.length > 0;) {
      const { category, children } = nodes.pop()
      found.push(category.id)
      nodes.push(...children)
    }
    assert.deepEqual(new Set(found), new Set(rows.map(({ id }) => id)))
    assert.equal(found.length, new Set(found).size)
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
]
