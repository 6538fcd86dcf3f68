// Names of fields that would reach into prototypes, and amounts that cannot be exact.
import assert from 'node:assert/strict'
import { table } from '../support/cases.mjs'
import { rxbank } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { outcome, victimsUser } from '../support/victim.mjs'

const { minorUnits } = rxbank

/** Objects that would reach into the prototypes of a careless reader. */
const poisons = {
  'of the row': '{"id":1,"__proto__":{"polluted":true}}',
  'of the row, by constructor': '{"id":1,"constructor":{"prototype":{"polluted":true}}}',
  'null for the row’s': '{"id":1,"__proto__":null}',
  'an id by __proto__': '{"__proto__":{"id":1}}',
  'methods of objects': '{"id":1,"hasOwnProperty":1,"toString":1,"valueOf":1,"toJSON":1,"then":1}',
  deeper: '{"id":1,"x":{"__proto__":{"polluted":true}}}',
  'names of fp-ts and RxJS': '{"id":1,"_tag":"Left","left":1,"subscribe":1,"lift":1,"pipe":1}',
  'a length': '{"id":1,"length":4294967296}',
  'keys twice': '{"id":"x","id":1,"label":5,"label":"a"}',
  'a million keys': `{"id":1${Array.from({ length: 100_000 }, (_, n) => `,"k${n}":1`).join('')}}`,
}

const inexact = {
  NaN: [NaN, 'EUR'],
  infinite: [Infinity, 'EUR'],
  'beyond 2^53': [2 ** 53 + 2, 'JPY'],
  'a third of a cent': [0.333, 'EUR'],
  'a comma': ['1,00', 'EUR'],
  'a text of 20 kB': ['1'.repeat(20_000) + 'x', 'EUR'],
  null: [null, 'EUR'],
  'an object': [{ valueOf: () => 1 }, 'EUR'],
  'a currency in small letters': [1, 'eur'],
  gold: [1, 'XAU'],
  'no currency': [1, ''],
  'a currency by prototype': [1, '__proto__'],
  'another by prototype': [1, 'constructor'],
  'a currency in an array': [1, ['EUR']],
}

const exact = {
  'a sum of doubles': [0.1 + 0.2, 'EUR', 30n],
  digits: ['1', 'EUR', 100n],
}

export const cases = [
  ...table(
    'README: no error and no event shows a row; nothing but the row is changed',
    'a prototype',
    poisons,
    async (body, after) => {
      const bank = await rawBank(after, ({ path }) =>
        answer(
          path.endsWith('/1')
            ? body
            : `{"resources":[${body},${body}],"pagination":{"__proto__":{"next_uri":"/v2/evil"}}}`,
        ),
      )
      const { stocks } = victimsUser(after, bank.origin)
      const one = await outcome(stocks.get(1))
      const all = await outcome(stocks.all())
      for (const { end, values, error } of [one, all]) {
        assert.ok(['complete', 'DecodeError'].includes(end), error?.stack)
        for (const value of values) assert.deepEqual([value.id, value.polluted], [1, undefined])
      }
      assert.deepEqual([{}.polluted, Object.prototype.polluted, [].polluted], [undefined, undefined, undefined])
      assert.ok(bank.seen.every(({ path }) => !path.includes('evil')))
    },
  ),
  ...table(
    'transactions.md: neither rounds, ever; Left for what is none',
    'an amount',
    inexact,
    ([amount, currency]) => {
      assert.equal(minorUnits(amount, currency)._tag, 'Left')
    },
  ),
  ...table('transactions.md: noise is removed, and decimals as text are read', 'an exact amount', exact, (given) => {
    const [amount, currency, units] = given
    assert.deepEqual(minorUnits(amount, currency), { _tag: 'Right', right: units })
  }),
]
