import fc from 'fast-check'
import { acceptAccount, matchAccounts, rejectAccount, withdrawAccount } from '../../../lib/accounts.js'
import { ConfigError } from '../../../lib/index.js'
import type { AccountMatches } from '../../../lib/ledger/accounts/AccountLink.js'
import {
  dayOf,
  frenchIban,
  type ListedAccount,
  type Movement,
  purchases,
  reversed,
  standingOrder,
  toRows,
  toSides,
} from '../../helpers/relinks.js'

const euros = { currency_code: 'EUR', bank_id: 408 }
const [iban, otherIban] = [frenchIban(189), frenchIban(5678)]
const checking = { ...euros, type: 'checking', name: 'Compte courant', item_id: 1 }
const savings = { ...euros, type: 'savings', name: 'Livret A', item_id: 1 }
const relinked = { item_id: 2 }

type Decisions = Parameters<typeof matchAccounts>[0]['decisions']

const match = (
  before: ReadonlyArray<ListedAccount>,
  after: ReadonlyArray<ListedAccount>,
  decisions: NonNullable<Decisions> = [],
): AccountMatches => matchAccounts({ ...toSides(before, after), decisions })

/** What was found: pairs of ids, and the doubts of each candidate. */
const found = (...args: Parameters<typeof match>) => {
  const { links, duplicates, candidates } = match(...args)
  const pair = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from}→${to}`
  return {
    links: links.map(pair),
    duplicates: duplicates.map(pair),
    candidates: candidates.map((candidate) => `${pair(candidate)} ${candidate.doubts.join(' ')}`),
  }
}

const nothing = { links: [], duplicates: [], candidates: [] }
const linked = { ...nothing, links: ['1→11'] }

const year = purchases(1, 0, 364)
/** The rows of a year, of which a connection on the day 365 shows those from a day on. */
const from = (day: number): ReadonlyArray<Movement> => year.filter((movement) => movement.day >= day)
const until = (day: number): ReadonlyArray<Movement> => year.filter((movement) => movement.day <= day)

describe('matchAccounts, by IBAN', () => {
  const before = { ...checking, id: 1, iban }
  const after = { ...checking, ...relinked, id: 11, iban }

  it('links the same IBAN and currency, and says why', () => {
    expect(match([before], [after])).toEqual({
      links: [
        {
          id: '1~11',
          from: '1',
          to: '11',
          evidence: ['iban', 'bank', 'type', 'name'],
          rows: { first: null, last: null, same: 0, similar: 0, different: 0 },
        },
      ],
      duplicates: [],
      candidates: [],
    })
  })

  it.each([
    ['in small letters with spaces', iban.toLowerCase().replace(/(.{4})/g, '$1 ')],
    ['with hyphens', iban.replace(/(.{4})(?=.)/g, '$1-')],
  ])('links an IBAN %s', (_, spelled) => {
    expect(found([before], [{ ...after, iban: spelled }])).toEqual(linked)
  })

  it.each([
    ['another name, with the same rows', { name: 'M. OU MME DUPONT', movements: from(300) }],
    ['no name, with the same rows', { name: null, movements: from(300) }],
    ['another bank, after a bank was split or merged', { bank_id: 409 }],
    ['an unknown type', { type: 'unknown' }],
    ['no rows, because it is new and empty', { movements: [] }],
    ['rows whose texts all changed', { movements: from(300).map((row) => ({ ...row, text: 'ACHAT 4711' })) }],
  ])('links it under %s', (_, changed) => {
    expect(found([{ ...before, movements: until(330) }], [{ ...after, ...changed }])).toEqual(linked)
  })

  it('reads the bank of accounts as of 2025-01-15', () => {
    const { bank_id: provider_id, ...rest } = after
    const [link] = match([before], [{ ...rest, provider_id }]).links
    expect(link?.evidence).toEqual(['iban', 'bank', 'type', 'name'])
  })

  it('asks if nothing but the IBAN is the same', () => {
    expect(found([before], [{ ...after, name: null }])).toEqual({ ...nothing, candidates: ['1→11 evidence'] })
    expect(found([before], [{ ...after, name: 'Vacances' }])).toEqual({
      ...nothing,
      candidates: ['1→11 name evidence'],
    })
  })

  it('asks if the numbers in the names differ', () => {
    const numbered = { name: 'Compte ****1234' }
    expect(found([{ ...before, ...numbered }], [{ ...after, name: 'Compte ****5678' }])).toEqual({
      ...nothing,
      candidates: ['1→11 digits'],
    })
  })

  it('asks if the rows of the same days differ', () => {
    const pocket = { ...after, movements: purchases(2, 0, 364) }
    expect(found([{ ...before, movements: year }], [pocket])).toEqual({ ...nothing, candidates: ['1→11 rows'] })
  })

  it('asks if the type differs, such as that of a card with the IBAN of its account', () => {
    expect(found([before], [{ ...after, type: 'card' }])).toEqual({ ...nothing, candidates: ['1→11 type'] })
  })

  it('links each currency of an account with one IBAN, and never two currencies', () => {
    const dollars = { currency_code: 'USD' }
    expect(found([before, { ...before, ...dollars, id: 2 }], [{ ...after, ...dollars, id: 12 }, after])).toEqual({
      ...nothing,
      links: ['1→11', '2→12'],
    })
    expect(found([before], [{ ...after, ...dollars }])).toEqual(nothing)
    expect(found([before], [{ ...after, ...dollars }], [acceptAccount({ from: 1, to: 11 })])).toEqual(nothing)
  })

  it.each(['eur', ' EUR'])('reads the currency %j', (currency) => {
    expect(found([before], [{ ...after, currency_code: currency }])).toEqual(linked)
  })

  it('reads an unknown currency from the rows, and asks if there are none', () => {
    const unknown = { ...after, currency_code: null }
    expect(found([{ ...before, movements: year }], [{ ...unknown, movements: from(300) }])).toEqual(linked)
    expect(found([before], [unknown])).toEqual({ ...nothing, candidates: ['1→11 currency'] })
  })

  it('links an account and its card, which have one IBAN, each to its own', () => {
    const card = { type: 'card', name: 'Visa Premier' }
    expect(found([before, { ...before, ...card, id: 2 }], [{ ...after, ...card, id: 12 }, after])).toEqual({
      ...nothing,
      links: ['1→11', '2→12'],
    })
  })

  it('links pockets with one IBAN by their rows, and asks about the rest', () => {
    const pocket = { ...before, id: 2, name: 'Vacances' }
    const [main, next] = [
      { ...before, movements: until(330) },
      { ...after, movements: from(300) },
    ]
    expect(found([main, pocket], [{ ...after, id: 12, name: 'Vacances' }, next])).toEqual({
      ...nothing,
      links: ['1→11'],
      candidates: ['2→12 several'],
    })
    expect(found([before, pocket], [after])).toEqual({
      ...nothing,
      candidates: ['1→11 several', '2→11 several name evidence'],
    })
    expect(found([before], [after, { ...after, id: 12, name: 'Vacances' }])).toEqual({
      ...nothing,
      candidates: ['1→11 several', '1→12 several name evidence'],
    })
  })

  it('does not link to the twin of an account that still exists', () => {
    const pocket = { ...before, id: 2 }
    expect(found([before, pocket], [pocket, after]).links).toEqual([])
  })

  it('never links another IBAN, whatever else is the same; it asks if all rows are', () => {
    const other = { ...after, iban: otherIban }
    expect(found([before], [other])).toEqual(nothing)
    expect(found([{ ...before, movements: year }], [{ ...other, movements: from(200) }])).toEqual({
      ...nothing,
      candidates: ['1→11 iban'],
    })
  })

  it.each(['FR76****1234', 'FR76 XXXX XXXX XXXX XXXX XXXX 123', 'FR7630006', 'N/A', '0000000000', ''])(
    'takes %j for no IBAN',
    (masked) => {
      expect(found([{ ...before, iban: masked }], [{ ...after, iban: masked }]).links).toEqual([])
    },
  )

  it('does not link accounts of two users', () => {
    expect(found([{ ...before, user_id: 'a' }], [{ ...after, user_id: 'b' }])).toEqual({
      ...nothing,
      candidates: ['1→11 user'],
    })
  })
})

describe('matchAccounts, by rows', () => {
  const before = { ...checking, id: 1, movements: until(330) }
  const after = { ...checking, ...relinked, id: 11 }

  it.each([
    ['a week', from(323)],
    ['a month', from(300)],
    ['all of the year', year],
  ])('links histories that overlap by %s', (_, movements) => {
    expect(found([before], [{ ...after, movements }])).toEqual(linked)
  })

  it('says how many rows are the same, and in which days', () => {
    expect(match([before], [{ ...after, movements: from(320) }]).links[0]).toMatchObject({
      evidence: ['bank', 'type', 'name', 'rows'],
      rows: { first: '2026-11-17', last: '2026-11-27', same: 11, similar: 0, different: 0 },
    })
  })

  it('asks if the histories do not overlap', () => {
    expect(found([before], [{ ...after, movements: from(340) }])).toEqual({ ...nothing, candidates: ['1→11 evidence'] })
  })

  it('asks if the account is empty', () => {
    expect(found([before], [after])).toEqual({ ...nothing, candidates: ['1→11 evidence'] })
  })

  it('links rows whose texts and days changed a little', () => {
    const changed = from(200).map(({ day, text, ...row }, index) => ({
      ...row,
      day: index % 7 === 0 ? day + 1 : day,
      text: index % 5 === 0 ? `${text} 0412` : text,
    }))
    expect(found([before], [{ ...after, movements: changed }])).toEqual(linked)
  })

  it('asks about a card whose number changed, whether or not its rows are still shown', () => {
    const card = { type: 'card', name: 'Visa ****1234' }
    const next = { ...after, type: 'card', name: 'Visa ****9876' }
    expect(found([{ ...before, ...card }], [{ ...next, movements: from(200) }])).toEqual({
      ...nothing,
      candidates: ['1→11 digits'],
    })
    expect(found([{ ...before, ...card }], [{ ...next, movements: from(331) }])).toEqual({
      ...nothing,
      candidates: ['1→11 digits evidence'],
    })
  })

  it('links another name or bank only by many rows', () => {
    const renamed = { ...after, name: 'Dupont', bank_id: 409 }
    expect(found([before], [{ ...renamed, movements: from(300) }])).toEqual(linked)
    expect(found([before], [{ ...renamed, movements: from(325) }])).toEqual({
      ...nothing,
      candidates: ['1→11 bank name evidence'],
    })
  })

  it('does not link two accounts of one bank with the same standing orders', () => {
    const orders = [
      ...standingOrder(-50000, 'VIR LOYER', 1, 364),
      ...standingOrder(-5000, 'VIR EPARGNE', 3, 364),
      ...standingOrder(-999, 'PRLV STREAMING', 5, 364),
    ]
    expect(found([{ ...before, movements: orders }], [{ ...after, movements: orders }])).toEqual({
      ...nothing,
      candidates: ['1→11 evidence'],
    })
  })

  it('does not link another account of which the rows differ, and does not ask', () => {
    expect(found([before], [{ ...after, movements: purchases(2, 0, 364) }])).toEqual(nothing)
  })

  it('tells two accounts that look alike apart by their rows', () => {
    const [mine, yours] = [purchases(3, 0, 364), purchases(4, 0, 364)]
    expect(
      found(
        [
          { ...before, movements: mine },
          { ...before, id: 2, movements: yours },
        ],
        [
          { ...after, id: 12, movements: yours },
          { ...after, movements: mine },
        ],
      ),
    ).toEqual({ ...nothing, links: ['1→11', '2→12'] })
  })

  it('links no savings by rows alone: those of two children can be equal', () => {
    const rows = [
      ...standingOrder(5000, 'VIR PAPA', 1, 364),
      ...[100, 200, 300].flatMap((day) =>
        ['INTERETS', 'PRELEVEMENTS SOCIAUX', 'BONUS', 'PRIME', 'RISTOURNE'].map((text, index) => ({
          day: day + index,
          cents: 137 + day + 100 * index,
          text,
        })),
      ),
    ]
    const [lea, tom] = [
      { ...savings, id: 1, movements: rows },
      { ...savings, id: 2, movements: rows },
    ]
    const [one, other] = [
      { ...lea, ...relinked, id: 11 },
      { ...tom, ...relinked, id: 12 },
    ]
    expect(found([lea], [one])).toEqual({ ...nothing, candidates: ['1→11 evidence'] })
    expect(found([lea, tom], [one, other]).candidates).toEqual([
      '1→11 several evidence',
      '1→12 several evidence',
      '2→11 several evidence',
      '2→12 several evidence',
    ])
  })

  it('links savings by the last digits of the number, with the same rows', () => {
    const rows = standingOrder(5000, 'VIR PAPA', 1, 364)
    const numbered = { ...savings, id: 1, name: 'Livret A ****4321', movements: rows }
    const next = { ...numbered, ...relinked, id: 11 }
    expect(found([numbered], [next])).toEqual(linked)
    expect(found([numbered], [{ ...next, movements: [] }])).toEqual({ ...nothing, candidates: ['1→11 evidence'] })
    expect(found([numbered], [{ ...next, name: 'Livret A ****4322' }]).links).toEqual([])
  })

  it('does not take the number of a client, which two children have in the names of their savings', () => {
    const rows = standingOrder(5000, 'VIR PAPA', 1, 364)
    const numbered = { ...savings, id: 1, name: 'Livret A 12345678', movements: rows }
    expect(found([numbered], [{ ...numbered, ...relinked, id: 11 }])).toEqual({
      ...nothing,
      candidates: ['1→11 evidence'],
    })
  })

  it('never links by name alone', () => {
    expect(
      found([{ id: 1, name: 'Compte', currency_code: 'EUR' }], [{ id: 11, name: 'Compte', currency_code: 'EUR' }]),
    ).toEqual(nothing)
    expect(found([{ ...savings, id: 1 }], [{ ...savings, ...relinked, id: 11 }])).toEqual({
      ...nothing,
      candidates: ['1→11 evidence'],
    })
  })
})

describe('matchAccounts, with accounts that live on', () => {
  const old = { ...checking, id: 1, iban, movements: until(330) }
  const twin = { ...checking, ...relinked, id: 11, iban, movements: from(200) }
  const duplicate = { ...nothing, duplicates: ['1→11'] }

  it('finds a duplicate while both exist, and links when the first is gone', () => {
    expect(found([old], [old, twin])).toEqual(duplicate)
    expect(found([old, twin], [old, twin])).toEqual(duplicate)
    expect(found([old, twin], [twin])).toEqual(linked)
    expect(found([twin], [twin])).toEqual(nothing)
  })

  it('finds a duplicate without an IBAN by the rows', () => {
    expect(found([{ ...old, iban: null }], [{ ...old, iban: null }, twin])).toEqual(duplicate)
  })

  it('names the oldest account of several', () => {
    const third = { ...twin, id: 12, item_id: 3 }
    expect(found([old], [third, twin, old])).toEqual({ ...nothing, duplicates: ['1→11', '1→12'] })
  })

  it('finds that two users see a joint account, of which one connects again', () => {
    const yours = { ...old, id: 2, item_id: 9 }
    expect(found([old, yours], [old, yours])).toEqual({ ...nothing, duplicates: ['1→2'] })
    expect(found([old, yours], [twin, yours])).toEqual({ ...nothing, links: ['1→11'], duplicates: ['2→11'] })
    expect(found([old, yours], [yours])).toEqual({ ...nothing, links: ['1→2'] })
  })

  it('asks if one new account could continue two', () => {
    const other = { ...old, id: 2, item_id: 3 }
    expect(found([old, other], [twin])).toEqual({ ...nothing, candidates: ['1→11 several', '2→11 several'] })
  })

  it('takes two accounts of one connection for no duplicates', () => {
    expect(found([old], [old, { ...twin, item_id: 1 }])).toEqual(nothing)
  })

  it('links an account that two connections list now, for these are one account', () => {
    const twins = [twin, { ...twin, id: 12, item_id: 3 }]
    expect(found([old], twins)).toEqual({ ...nothing, links: ['1→11'], duplicates: ['11→12'] })
    const other = { ...old, id: 2, item_id: 4 }
    expect(found([old, other], twins)).toEqual({
      ...nothing,
      duplicates: ['11→12'],
      candidates: ['1→11 several', '1→12 several', '2→11 several', '2→12 several'],
    })
  })

  it('asks if one of two duplicates has other purchases than the account that is gone', () => {
    const empty = { ...twin, movements: [] }
    const contradicting = { ...twin, id: 12, item_id: 3, movements: purchases(2, 0, 364) }
    const { links, candidates } = found([old], [empty, contradicting])
    expect(links).toEqual([])
    expect(candidates).toContain('1→11 several')
  })

  it('asks if accounts of two banks have the number and the name of one pocket, which another one may have got since', () => {
    const pockets = [old, { ...old, id: 2, name: 'Vacances' }]
    const renamed = [2, 3].map((number) => ({
      ...twin,
      id: 9 + number,
      name: 'Vacances',
      item_id: number,
      bank_id: number,
      movements: [],
    }))
    const { duplicates, candidates } = found(pockets, [...pockets, ...renamed])
    expect(duplicates).toEqual([])
    expect(candidates).toContain('11→12 several')
  })

  it('tells the duplicates of pockets with one IBAN apart', () => {
    const pockets = [old, { ...old, id: 2, name: 'Vacances', movements: [] }]
    const twins = [twin, { ...twin, id: 12, name: 'Vacances', movements: [] }]
    expect(found(pockets, [...pockets, ...twins])).toEqual({
      ...nothing,
      duplicates: ['1→11'],
      candidates: ['2→12 several'],
    })
  })

  it('asks no one about savings of two children that live on', () => {
    const rows = standingOrder(5000, 'VIR PAPA', 1, 364)
    const children = [
      { ...savings, id: 1, movements: rows },
      { ...savings, ...relinked, id: 2, movements: rows },
    ]
    expect(found(children, children)).toEqual(nothing)
    expect(found(children, children.slice(1))).toEqual(nothing)
  })
})

describe('matchAccounts, with decisions', () => {
  const before = { ...savings, id: 1 }
  const after = { ...savings, ...relinked, id: 11 }
  const other = { ...after, id: 12, name: 'LDDS' }
  const accept = acceptAccount({ from: 1, to: 11 })
  const reject = rejectAccount({ from: 1, to: 11 })

  it('links what was accepted, and drops what was rejected', () => {
    expect(found([before], [after, other], [accept])).toEqual(linked)
    expect(found([before], [after, other], [reject])).toEqual({ ...nothing, candidates: ['1→12 name evidence'] })
    expect(match([before], [after], [accept]).links[0]?.evidence).toEqual(['bank', 'type', 'name', 'accepted'])
  })

  it('counts the last decision about two accounts, in either order', () => {
    const back = rejectAccount({ from: 11, to: 1 })
    expect(found([before], [after], [accept, back])).toEqual(nothing)
    expect(found([before], [after], [back, accept])).toEqual(linked)
    expect(found([before], [after], [accept, withdrawAccount({ from: 1, to: 11 })])).toEqual(found([before], [after]))
  })

  it('does not link a rejected IBAN, nor call it a duplicate', () => {
    const [old, next] = [
      { ...checking, id: 1, iban },
      { ...checking, ...relinked, id: 11, iban },
    ]
    expect(found([old], [next], [reject])).toEqual(nothing)
    expect(found([old], [old, next], [reject])).toEqual(nothing)
  })

  it('makes a duplicate of what was accepted, if both exist', () => {
    expect(found([before], [before, after], [accept])).toEqual({ ...nothing, duplicates: ['1→11'] })
  })

  it('lets an accepted link take an account from a pair with more evidence, and the last of two hold', () => {
    const [old, next] = [
      { ...checking, id: 1, iban },
      { ...checking, ...relinked, id: 11, iban },
    ]
    const moved = { ...checking, ...relinked, id: 12, iban: otherIban }
    expect(found([old], [next, moved], [acceptAccount({ from: 1, to: 12 })]).links).toEqual(['1→12'])
    expect(found([old], [next, moved], [acceptAccount({ from: 1, to: 12 }), accept]).links).toEqual(['1→11'])
  })

  it('does not link an account again that an account in between continued', () => {
    const [first, second, third] = [1, 11, 21].map((id) => ({ ...checking, id, item_id: id, iban })) as [
      ListedAccount,
      ListedAccount,
      ListedAccount,
    ]
    expect(found([first, second], [third]).links).toEqual([])
    expect(found([first, second], [third], [accept])).toEqual({ ...nothing, links: ['11→21'] })
  })
})

describe('matchAccounts, with what others made it confuse', () => {
  const item = (id: number) => ({ item_id: id })
  const one = { ...checking, id: 1, movements: year }
  const two = { ...one, id: 2, ...item(2) }
  /** What is found of two accounts: if the first is gone, and if both exist. */
  const bothWays = (first: Partial<ListedAccount>, second: Partial<ListedAccount>) => [
    found([{ ...one, ...first }], [{ ...two, ...second }]),
    found(
      [],
      [
        { ...one, ...first },
        { ...two, ...second },
      ],
    ),
  ]

  it.each<[string, Partial<ListedAccount>, Partial<ListedAccount>]>([
    ['masked numbers in the names', { name: 'Anna ****3333' }, { name: 'Anna ****4444' }],
    ['numbers without a mask in the names', { name: 'Visa 1234' }, { name: 'Visa 9876' }],
    ['first digits of masked numbers', { name: 'Visa 4970 **** 1234' }, { name: 'Visa 5132 **** 1234' }],
    ['two visible digits', { name: 'Visa XX01' }, { name: 'Visa XX02' }],
    ['ends of masked IBANs', { iban: 'FR76**************1111' }, { iban: 'FR76**************2222' }],
    ['national numbers', { iban: '12345678' }, { iban: '87654321' }],
    ['long national numbers', { iban: '30006000011234567890189' }, { iban: '30006000019999999999901' }],
    ['a complete IBAN and the end of a masked one', { iban }, { iban: 'FR76**************2222' }],
  ])('asks about the same purchases under different %s', (_, first, second) => {
    const asked = { ...nothing, candidates: ['1→2 digits'] }
    expect(bothWays(first, second)).toEqual([asked, asked])
  })

  it.each<[string, string | undefined, (text: string, index: number) => string]>([
    ['fees', 'fee', (text) => text],
    ['transfers', 'transfer', (text) => text],
    ['direct debits', 'direct_debit', (text) => text],
    ['fees by their texts', undefined, (_, index) => `COTISATION ${'ABCDEFGHIJKL'[index % 12] as string}`],
    ['transfers by their texts', 'unknown', (text) => text.replace('CB', 'VIR SEPA')],
    ['direct debits by their texts', undefined, (text) => text.replace('CB', 'PRLV SEPA')],
    ['standing orders by their texts', undefined, (text) => text.replace('CB', 'Dauerauftrag')],
    ['texts that do not say what they are', undefined, (text) => text.replace('CB ', '')],
  ])('takes no %s for purchases', (_, operation, write) => {
    const rowsOf = (id: number) =>
      year.map(({ day, cents, text }, index) => ({
        id: id * 1000 + index,
        amount: cents / 100,
        currency_code: 'EUR',
        date: dayOf(day),
        clean_description: write(text, index),
        ...(operation !== undefined && { operation_type: operation }),
      }))
    const [first, second] = toSides([one], [two]).before.concat(toSides([one], [two]).after) as [
      ListedAccount,
      ListedAccount,
    ]
    const { links, candidates } = matchAccounts({ before: [first], after: [second], rowsOf })
    expect([links, candidates.map(({ doubts }) => doubts)]).toEqual([[], [['evidence']]])
    const { duplicates } = matchAccounts({ before: [], after: [first, second], rowsOf })
    expect(duplicates).toEqual([])
  })

  it('links purchases that the service calls so, whatever their texts', () => {
    const { before, after } = toSides([one], [two])
    const rowsOf = (id: number) =>
      toRows(id * 1000, year).map((row, index) => ({
        ...row,
        clean_description: `Shop ${'ABCDEFGHIJKL'[index % 12] as string}`,
        operation_type: 'card',
      }))
    expect(matchAccounts({ before, after, rowsOf }).links.map(({ id }) => id)).toEqual(['1~2'])
  })

  it.each<[string, ReadonlyArray<Movement>]>([
    ['no row', []],
    ['one salary', [{ day: 5, cents: 200_017, text: 'VIR SALAIRE ACME' }]],
    ['one fee', [{ day: 5, cents: -4550, text: 'COTISATION CARTE' }]],
    ['one purchase', year.slice(0, 1)],
  ])('asks about the same last digits with %s', (_, movements) => {
    const numbered = { name: 'Compte ****1234', movements }
    expect(bothWays(numbered, numbered)).toEqual([{ ...nothing, candidates: ['1→2 evidence'] }, nothing])
  })

  it('asks about the same last digits in the names under other ends of the IBANs', () => {
    const numbered = { name: 'Compte ****1234', movements: standingOrder(200_017, 'VIR SALAIRE ACME', 5, 364) }
    expect(
      bothWays({ ...numbered, iban: 'FR76**************5678' }, { ...numbered, iban: 'FR76**************9999' }),
    ).toEqual([{ ...nothing, candidates: ['1→2 digits evidence'] }, nothing])
  })

  it('asks about two pots with one IBAN', () => {
    const pot = { type: 'savings', iban, movements: [] }
    const asked = { ...nothing, candidates: ['1→2 digits evidence'] }
    expect(bothWays({ ...pot, name: 'Pot 1' }, { ...pot, name: 'Pot 2' })).toEqual([asked, asked])
    const nameless = { ...nothing, candidates: ['1→2 evidence'] }
    expect(bothWays({ ...pot, name: null }, { ...pot, name: null })).toEqual([nameless, nameless])
  })

  it.each([
    ['an emoji', 'Space 🚗', 'Space 🏖'],
    ['a number that one of them lacks', 'Sparen', 'Sparen 2'],
  ])('asks about two pots with one IBAN whose names differ in %s', (_, name, other) => {
    const pot = { type: 'savings', iban, movements: [] }
    const asked = { ...nothing, candidates: ['1→2 evidence'] }
    expect(bothWays({ ...pot, name }, { ...pot, name: other })).toEqual([asked, asked])
  })

  it('asks about a wallet and the card behind it, which have the same purchases', () => {
    const card = { type: 'card', name: 'Barclaycard', movements: year.slice(0, 60) }
    const forwarded = card.movements.map((movement) => ({ ...movement, text: movement.text.replace('CB', 'CB CRV*') }))
    const wallet = { type: 'card', name: 'Curve', bank_id: 2, movements: forwarded }
    const asked = { ...nothing, candidates: ['1→2 bank name evidence'] }
    expect(bothWays(card, wallet)).toEqual([asked, asked])
  })

  it('asks about a card with the purchases of another one, of which the days in common are few', () => {
    const shared = year.slice(0, 7)
    const own = year
      .slice(100, 112)
      .map((movement, index) => ({ ...movement, day: [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6][index] ?? 0 }))
    const card = { type: 'card', name: 'Amex Gold' }
    const main = { ...card, movements: [...shared, ...own] }
    expect(bothWays(main, { ...card, movements: shared })[0]).toEqual({ ...nothing, candidates: ['1→2 evidence'] })
  })

  it('asks about pots with one IBAN and the same standing orders, whose names differ', () => {
    const pot = { type: 'savings', iban, movements: standingOrder(5000, 'VIR EPARGNE', 1, 364) }
    const asked = { ...nothing, candidates: ['1→2 name'] }
    expect(bothWays({ ...pot, name: 'Vacances' }, { ...pot, name: 'Maison' })).toEqual([asked, asked])
  })

  it('asks about pockets with one IBAN and one name, whose standing orders are the same and whose purchases differ', () => {
    const orders = [300, 450, 990, 1250].flatMap((cents, index) =>
      standingOrder(cents, `PRLV ${String(index)}`, index, 364),
    )
    const pocket = { type: 'checking', iban, name: 'Vacances' }
    const of = (seed: number) => ({ ...pocket, movements: [...orders, ...purchases(seed, 0, 364, 0.1)] })
    const asked = { ...nothing, candidates: ['1→2 rows'] }
    expect(bothWays(of(1), of(2))).toEqual([asked, asked])
  })

  it.each([
    ['purchases', year],
    [
      'rows that do not say that they are purchases',
      year.map((row) => ({ ...row, text: row.text.replace('CB ', '') })),
    ],
  ])('asks if a new account has the IBAN of one that got another, which its %s show', (_, movements) => {
    const old = { ...one, iban, movements }
    const [moved, opened] = [
      { ...two, iban: otherIban, movements },
      { ...two, ...item(3), id: 3, iban, movements: [] },
    ]
    expect(found([old], [moved, opened]).links).toEqual([])
    expect(match([old], [moved, opened]).candidates.map(({ id, doubts }) => [id, doubts[0]])).toEqual([
      ['1~2', 'several'],
      ['1~3', 'several'],
    ])
    expect(found([old], [old, moved, opened]).duplicates).toEqual([])
  })

  it.each(['DE36000000000000000000', 'FR7600000000000000000000097', 'DE00000000000000000000'])(
    'takes %s for no IBAN',
    (placeholder) => {
      const empty = { iban: placeholder, movements: [] }
      expect(bothWays(empty, empty)).toEqual([{ ...nothing, candidates: ['1→2 evidence'] }, nothing])
    },
  )

  it('names all rivals as alternatives', () => {
    const { candidates } = match(
      [{ ...one, iban }],
      [
        { ...two, iban },
        { ...two, id: 3, iban },
      ],
    )
    expect(candidates.map(({ id, alternatives }) => [id, alternatives])).toEqual([
      ['1~2', ['1~3']],
      ['1~3', ['1~2']],
    ])
  })

  const accept = (first: number, second: number) => acceptAccount({ from: first, to: second })
  const bare = { ...checking, movements: [] }

  it('shows an accepted duplicate of an account that duplicates another one', () => {
    const [known, newer, older] = [
      { ...bare, id: 17, iban, ...item(4) },
      { ...bare, id: 19, iban, ...item(505) },
      { ...bare, id: 16, ...item(503) },
    ]
    expect(found([known], [older, known, newer], [accept(16, 19)]).duplicates).toEqual(['17→19', '19→16'])
  })

  it('shows all accepted duplicates, and those that were found, in whatever order', () => {
    const three = [1, 2, 3].map((id) => ({ ...bare, id, ...item(id) }))
    expect(found([], three, [accept(1, 3), accept(2, 3)]).duplicates).toEqual(['1→3', '3→2'])
    expect(found([], three, [accept(2, 3), accept(1, 3)]).duplicates).toEqual(['1→3', '3→2'])
    const [first, second] = [
      { ...bare, id: 1, iban, ...item(1) },
      { ...bare, id: 2, iban, ...item(2) },
    ]
    const zero = { ...bare, id: 0, ...item(3) }
    expect(found([], [zero, first, second], [accept(0, 2)]).duplicates).toEqual(['0→2', '2→1'])
  })

  it('asks again about duplicates of which a person rejected two', () => {
    const three = [1, 2, 3].map((id) => ({ ...bare, id, iban, ...item(id) }))
    expect(found([], three, [rejectAccount({ from: 2, to: 3 })])).toEqual({
      ...nothing,
      candidates: ['1→2 several', '1→3 several'],
    })
  })

  it('does not connect an account that is gone with one that was rejected by their common duplicate', () => {
    const [old, next, later] = [1, 4, 5].map((id) => ({ ...bare, id, iban, ...item(id) }))
    const rejected = rejectAccount({ from: 1, to: 5 })
    const sides = [[old], [next, later]] as [Array<ListedAccount>, Array<ListedAccount>]
    expect(found(...sides, [rejected])).toEqual({
      ...nothing,
      duplicates: ['4→5'],
      candidates: ['1→4 several'],
    })
    expect(found(...sides, [rejected, accept(1, 4)])).toEqual({
      ...nothing,
      links: ['1→4'],
      candidates: ['4→5 several'],
    })
  })

  it('asks about duplicates that connect two accounts of which a person rejected that they are one', () => {
    const [early, late] = [year.slice(0, 60), year.slice(200, 260)]
    const chain = [
      { ...bare, id: 1, ...item(1), movements: early },
      { ...bare, id: 2, iban, ...item(2), movements: early },
      { ...bare, id: 3, iban, ...item(3), movements: late },
      { ...bare, id: 4, ...item(4), movements: late },
    ]
    expect(found([], chain)).toEqual({ ...nothing, duplicates: ['1→2', '2→3', '3→4'] })
    expect(found([], chain, [rejectAccount({ from: 1, to: 4 })])).toEqual({
      ...nothing,
      candidates: ['1→2 several', '2→3 several', '3→4 several'],
    })
    expect(found([], chain, [rejectAccount({ from: 1, to: 4 }), accept(1, 2)])).toEqual({
      ...nothing,
      duplicates: ['1→2'],
      candidates: ['2→3 several', '3→4 several'],
    })
  })

  it.each(['x', 'ab ', '*', '1', '1 '])('reads names and numbers of millions of %j in little time', (part) => {
    const long = part.repeat(3_000_000)
    const movements = [{ day: 1, cents: -100, text: long }]
    expect(bothWays({ name: long, iban: long, movements }, { name: `${long}y`, iban: `${long}Y` })[0]?.links).toEqual(
      [],
    )
  })

  it('compares a hundred accounts with a hundred in little time', () => {
    const history = year.slice(0, 100)
    const list = (first: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        ...checking,
        id: first + index,
        ...item(first),
        movements: history,
      }))
    expect(found(list(1000), list(2000)).candidates).toHaveLength(10_000)
  }, 30_000)
})

describe('matchAccounts, with wrong options', () => {
  it.each([
    [{ before: [{}], after: [], rowsOf: () => [] }, 'before/0'],
    [{ before: [{ id: NaN }], after: [], rowsOf: () => [] }, 'before/0'],
    [{ before: [], after: [], rowsOf: [] }, 'rowsOf'],
    [{ before: [{ id: 1 }], after: [], rowsOf: () => Promise.resolve([]) }, 'rowsOf'],
    [{ before: [{ id: 1 }], after: [], rowsOf: () => null }, 'rowsOf'],
    [{ before: [], after: [{ id: 1 }], rowsOf: () => [null] }, 'rowsOf'],
    [{ before: [], after: [], rowsOf: () => [], decisions: [{ _tag: 'Yes', from: '1', to: '2' }] }, 'decisions/0'],
    [{ before: [], after: [], rowsOf: () => [], names: [] }, 'names'],
  ])('refuses %j', (config, path) => {
    const run = () => matchAccounts(config as never)
    expect(run).toThrow(ConfigError)
    expect(run).toThrow(path)
  })
})

describe('matchAccounts, for any accounts', () => {
  const histories = [[], from(325), from(345), purchases(2, 320, 364), standingOrder(5000, 'VIR PAPA', 1, 364)]
  const anyAccount = (first: number) =>
    fc.record({
      id: fc.integer({ min: first, max: first + 7 }),
      iban: fc.constantFrom(iban, otherIban, 'FR76****1234', null),
      name: fc.constantFrom('Compte', 'Livret A ****4321', null),
      type: fc.constantFrom('checking', 'savings', 'card', 'unknown'),
      currency_code: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD', null),
      bank_id: fc.constantFrom(408, 409, null),
      item_id: fc.integer({ min: first, max: first + 2 }),
      movements: fc.constantFrom(...histories),
    })
  const anyList = (first: number) => fc.uniqueArray(anyAccount(first), { selector: ({ id }) => id, maxLength: 6 })
  const anyDecision = fc.record({
    _tag: fc.constantFrom('Accepted' as const, 'Rejected' as const, 'Withdrawn' as const),
    from: fc.integer({ min: 0, max: 15 }).map(String),
    to: fc.integer({ min: 1, max: 23 }).map(String),
  })
  const anyCase = fc.record({
    gone: anyList(0),
    alive: anyList(8),
    fresh: anyList(16),
    decisions: fc.array(anyDecision, { maxLength: 4 }),
  })

  it('keeps all laws', () => {
    fc.assert(
      fc.property(anyCase, ({ gone, alive, fresh, decisions }) => {
        const [before, after] = [
          [...gone, ...alive],
          [...alive, ...fresh],
        ]
        const matches = match(before, after, decisions)
        const { links, duplicates, candidates } = matches

        // The order of the accounts does not matter.
        expect(match(reversed(before), reversed(after), decisions)).toEqual(matches)

        // Links are unique both ways, and lead from an account that is gone to one that exists.
        const ends = (end: 'from' | 'to') => links.map((link) => link[end])
        expect([new Set(ends('from')).size, new Set(ends('to')).size]).toEqual([links.length, links.length])
        const isAlive = (id: string): boolean => after.some((account) => String(account.id) === id)
        for (const { from: gone, to } of links) expect([isAlive(gone), isAlive(to)]).toEqual([false, true])
        for (const { from: one, to } of duplicates) expect([isAlive(one), isAlive(to)]).toEqual([true, true])
        expect(new Set(duplicates.map(({ to }) => to)).size).toBe(duplicates.length)

        // Never two currencies.
        const byId = new Map([...before, ...after].map((account) => [String(account.id), account]))
        for (const { from: one, to } of [...links, ...duplicates, ...candidates]) {
          const currencies = [one, to].flatMap((id) => byId.get(id)?.currency_code ?? [])
          expect(new Set(currencies).size).toBeLessThanOrEqual(1)
        }

        // No pair is in two lists; and no candidate has a linked account.
        const ids = [...links, ...duplicates, ...candidates].map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { relation, from: one, to } of candidates.filter((candidate) => candidate.relation === 'successor'))
          expect([relation, ends('from').includes(one), ends('to').includes(to)]).toEqual(['successor', false, false])

        // What was rejected is nothing, and what was linked, once accepted, stays.
        const last = new Map(decisions.map(({ _tag, from: one, to }) => [`${one}~${to}`, _tag]))
        for (const id of ids) expect(last.get(id)).not.toBe('Rejected')
        const again = match(before, after, [...decisions, ...links.map(acceptAccount)])
        expect(again.links.map(({ id }) => id)).toEqual(links.map(({ id }) => id))

        // Once the accounts that are gone are forgotten, the same duplicates are found, and nothing is linked.
        const later = match(after, after, decisions)
        expect(later.links).toEqual([])
      }),
      { numRuns: 150, seed: 47, endOnFailure: true },
    )
  })
})
