import { acceptAccount, matchAccounts, matchRows } from '../../../lib/accounts.js'
import {
  frenchIban,
  type ListedAccount,
  type Movement,
  purchases,
  standingOrder,
  toSides,
} from '../../helpers/relinks.js'

/** What is found, as pairs of ids; candidates have their doubts. */
interface Expected {
  readonly links?: ReadonlyArray<string>
  readonly duplicates?: ReadonlyArray<string>
  readonly candidates?: ReadonlyArray<string>
}

/** A public thread: its address, what it tells, the accounts before and after, and what is found. */
type Thread = readonly [
  address: string,
  story: string,
  before: ReadonlyArray<ListedAccount>,
  after: ReadonlyArray<ListedAccount>,
  expected: Expected,
]

const iban = frenchIban(189)
const old = { type: 'checking', name: 'Compte courant', currency_code: 'EUR', bank_id: 408, item_id: 1 }
const next = { ...old, item_id: 2 }
const year = purchases(1, 0, 364)
const other = purchases(2, 0, 364)
const until = (day: number): ReadonlyArray<Movement> => year.filter((movement) => movement.day <= day)
const from = (day: number): ReadonlyArray<Movement> => year.filter((movement) => movement.day >= day)
const orders = standingOrder(5000, 'VIR PERMANENT', 1, 364)

const threads: ReadonlyArray<Thread> = [
  [
    'https://github.com/plaid/support/issues/261',
    'a bank was deleted and added again, with the last week under other ids',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11, movements: from(323) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/plaid/support/issues/198',
    'a user links the same bank under a second token',
    [{ ...old, id: 1, movements: until(330) }],
    [
      { ...old, id: 1, movements: until(330) },
      { ...next, id: 11, movements: from(240) },
    ],
    { duplicates: ['1→11'] },
  ],
  [
    'https://github.com/we-promise/sure/issues/3657',
    'the same institution is linked again, and both connections stay',
    [{ ...old, id: 1, iban }],
    [
      { ...old, id: 1, iban },
      { ...next, id: 11, iban },
    ],
    { duplicates: ['1→11'] },
  ],
  [
    'https://github.com/actualbudget/actual/issues/7173',
    'after a relink some transfers have a day of half a year before',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11, movements: from(200).map((row, index) => (index % 40 === 0 ? { ...row, day: 100 } : row)) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/actualbudget/actual/issues/6649',
    'stolen cards were replaced, and the new ones have no history',
    [{ ...old, id: 1, type: 'card', name: 'Visa ****1234', movements: until(330) }],
    [{ ...next, id: 11, type: 'card', name: 'Visa ****5678', movements: from(340) }],
    { candidates: ['1→11 digits evidence'] },
  ],
  [
    'https://github.com/teelur/budget-board/issues/759',
    'a new connection shows all rows again',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11, movements: year }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/letehaha/budget-tracker/pull/59',
    'each session has new account ids, and the IBAN stays',
    [{ ...old, id: 1, iban }],
    [{ ...next, id: 11, iban }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/securo-finance/securo/issues/445',
    'an expired connection is renewed, and an account with the same name is added',
    [{ ...old, id: 1, iban, movements: until(300) }],
    [{ ...next, id: 11, iban, movements: from(220) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/securo-finance/securo/pull/415',
    'a bank calls all accounts by the name of their holder',
    [
      { ...old, id: 1, name: 'M. DUPONT', movements: until(330) },
      { ...old, id: 2, name: 'M. DUPONT', movements: other },
    ],
    [
      { ...next, id: 11, name: 'M. DUPONT', movements: other },
      { ...next, id: 12, name: 'M. DUPONT', movements: year },
    ],
    { links: ['1→12', '2→11'] },
  ],
  [
    'https://github.com/frappe/erpnext/issues/52610',
    'two accounts have one name, and no rows yet',
    [
      { ...old, id: 1, name: 'Chequing account (C)' },
      { ...old, id: 2, name: 'Chequing account (C)' },
    ],
    [
      { ...next, id: 11, name: 'Chequing account (C)' },
      { ...next, id: 12, name: 'Chequing account (C)' },
    ],
    {
      candidates: ['1→11 several evidence', '1→12 several evidence', '2→11 several evidence', '2→12 several evidence'],
    },
  ],
  [
    'https://github.com/we-promise/sure/issues/2852',
    'an account exists beside one with the same name and digits, which is not linked',
    [{ ...old, id: 1, name: 'CHECKING ****0001', movements: orders }],
    [
      { ...old, id: 1, name: 'CHECKING ****0001', movements: orders },
      { ...old, id: 11, name: 'CHECKING ****0001', movements: orders },
    ],
    {},
  ],
  [
    'https://github.com/we-promise/sure/issues/2864',
    'a relinked account has no rows yet',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11 }],
    { candidates: ['1→11 evidence'] },
  ],
  [
    'https://github.com/invoiceninja/invoiceninja/issues/9725',
    'a bank has a new id for an IBAN each time, and the account was renamed',
    [{ ...old, id: 1, iban, name: 'Firma', movements: until(330) }],
    [{ ...next, id: 11, iban, movements: from(240) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/firefly-iii/data-importer/pull/523',
    'the accounts of several currencies have one IBAN',
    [
      { ...old, id: 1, iban },
      { ...old, id: 2, iban, currency_code: 'CHF' },
    ],
    [
      { ...next, id: 11, iban, currency_code: 'CHF' },
      { ...next, id: 12, iban, currency_code: 'USD' },
      { ...next, id: 13, iban },
    ],
    { links: ['1→13', '2→11'] },
  ],
  [
    'https://github.com/firefly-iii/firefly-iii/issues/11365',
    'several clients have one IBAN',
    [
      { ...old, id: 1, iban, name: 'Shop A' },
      { ...old, id: 2, iban, name: 'Shop B' },
    ],
    [{ ...next, id: 11, iban, name: 'Shop' }],
    { candidates: ['1→11 several evidence', '2→11 several evidence'] },
  ],
  [
    'https://github.com/erp-mafia/accounted/pull/1826',
    'an account without an IBAN is the only one left on each side, with the same rows',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11, movements: from(240) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/erp-mafia/accounted/issues/1709',
    'an account without an IBAN is the only one left on each side, with other rows',
    [{ ...old, id: 1, movements: until(330) }],
    [{ ...next, id: 11, movements: other }],
    {},
  ],
  [
    'https://github.com/erp-mafia/accounted/pull/1805',
    'a private card was not selected again',
    [
      { ...old, id: 1, iban, movements: until(330) },
      { ...old, id: 2, type: 'card', name: 'Privat', movements: other },
    ],
    [{ ...next, id: 11, iban, movements: from(240) }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/syllogic-ai/syllogic/pull/141',
    'a pocket has the IBAN of its account, and the joint account and the business account have their own',
    [
      { ...old, id: 1, iban, name: 'Revo Giannis', movements: until(330) },
      { ...old, id: 2, iban, name: 'Revo Pocket', movements: orders.slice(0, 11) },
      { ...old, id: 3, iban: frenchIban(2), name: 'Revo Joint' },
      { ...old, id: 4, iban: frenchIban(3), name: 'Revo Pro' },
    ],
    [
      { ...next, id: 14, iban: frenchIban(3), name: 'Revo Pro' },
      { ...next, id: 13, iban: frenchIban(2), name: 'Revo Joint' },
      { ...next, id: 12, iban, name: 'Revo Pocket', movements: orders },
      { ...next, id: 11, iban, name: 'Revo Giannis', movements: from(240) },
    ],
    { links: ['1→11', '2→12', '3→13', '4→14'] },
  ],
  [
    'https://github.com/syllogic-ai/syllogic/pull/139',
    'a pocket that a person keeps has the IBAN of the account that comes back',
    [
      { ...old, id: 1, iban, movements: until(330) },
      { ...old, id: 2, iban, name: 'Pocket', movements: [] },
    ],
    [
      { ...old, id: 2, iban, name: 'Pocket', movements: [] },
      { ...next, id: 11, iban, movements: from(240) },
    ],
    { links: ['1→11'], candidates: ['2→11 name'] },
  ],
  [
    'https://github.com/OCA/bank-statement-import/pull/1004',
    'an account outside Europe has a number in place of an IBAN',
    [{ ...old, id: 1, iban: '000123456789', movements: orders.slice(0, 11) }],
    [{ ...next, id: 11, iban: '123456789', movements: orders }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/alyf-de/banking/issues/257',
    'an IBAN is stored with spaces',
    [{ ...old, id: 1, iban: iban.replace(/(.{4})/g, '$1 ') }],
    [{ ...next, id: 11, iban }],
    { links: ['1→11'] },
  ],
  [
    'https://github.com/Kachielite/fintrack-frontend/issues/78',
    'a bank masks a number in two ways, and three digits are visible',
    [{ ...old, id: 1, name: 'Compte 180******406', movements: orders }],
    [{ ...next, id: 11, name: 'Compte ******406', movements: orders }],
    { candidates: ['1→11 evidence'] },
  ],
  [
    'https://github.com/pchkauu/want-keep/issues/20',
    'two people of one bank have an account each and a joint one, which both connect',
    [
      { ...old, id: 1, iban, movements: until(330) },
      { ...old, id: 2, iban: frenchIban(2), name: 'Compte joint', movements: other },
    ],
    [
      { ...old, id: 1, iban, movements: until(330) },
      { ...old, id: 2, iban: frenchIban(2), name: 'Compte joint', movements: other },
      { ...next, id: 11, iban: frenchIban(3), movements: purchases(5, 0, 364) },
      { ...next, id: 12, iban: frenchIban(2), name: 'Compte joint', movements: other },
    ],
    { duplicates: ['2→12'] },
  ],
  [
    'https://github.com/frappe/erpnext/issues/38785',
    'an account that was kept by hand has nothing but a name',
    [{ id: 1, name: 'Compte courant' }],
    [{ ...next, id: 11, iban }],
    {},
  ],
]

const pair = ({ from: one, to }: { readonly from: string; readonly to: string }): string => `${one}→${to}`

describe('matchAccounts, as public threads tell', () => {
  it.each(threads)('%s: %s', (_, __, before, after, expected) => {
    const { links, duplicates, candidates } = matchAccounts(toSides(before, after))
    expect({
      links: links.map(pair),
      duplicates: duplicates.map(pair),
      candidates: candidates.map((candidate) => `${pair(candidate)} ${candidate.doubts.join(' ')}`),
    }).toEqual({ links: [], duplicates: [], candidates: [], ...expected })
  })

  it('https://github.com/letehaha/budget-tracker/pull/492: rows without a reference are found again', () => {
    const { rowsOf } = toSides([{ ...old, id: 1, movements: until(330) }], [{ ...next, id: 11, movements: year }])
    const { links, onlyBefore } = matchRows({ before: rowsOf(1), after: rowsOf(11) })
    expect([links.length, onlyBefore]).toEqual([331, []])
  })

  it('https://github.com/sarim2000/pennywiseai-tracker/pull/399: no person can merge two currencies', () => {
    const sides = toSides([{ ...old, id: 1 }], [{ ...next, id: 11, currency_code: 'USD' }])
    expect(matchAccounts({ ...sides, decisions: [acceptAccount({ from: 1, to: 11 })] }).links).toEqual([])
  })
})
