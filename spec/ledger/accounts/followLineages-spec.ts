import fc from 'fast-check'
import { acceptAccount, type AccountDecision, rejectAccount, withdrawAccount } from '../../../lib/accounts.js'
import { followLineages, noLineages } from '../../../lib/ledger/accounts/followLineages.js'
import { areGrouped, groupAccounts } from '../../../lib/ledger/accounts/groupAccounts.js'
import { frenchIban, type ListedAccount, purchases, toRows } from '../../helpers/relinks.js'

const iban = frenchIban(189)
const account = { type: 'checking', name: 'Compte courant', currency_code: 'EUR', bank_id: 408 }
const year = purchases(1, 0, 364)

const before = { ...account, id: 1, item_id: 1, iban }
const after = { ...account, id: 81, item_id: 2, iban }
const later = { ...account, id: 161, item_id: 3, iban }
const other = { ...account, id: 2, item_id: 1, name: 'Livret A', type: 'savings' }

type Step = readonly [accounts: ReadonlyArray<ListedAccount>, decisions?: ReadonlyArray<AccountDecision>]

/** What is found after each reading: `1 gone`, `81 current of 1`, and the pairs. */
const follow = (...steps: ReadonlyArray<Step>) => {
  let state = noLineages
  return steps.map(([accounts, decisions = []]) => {
    const rows = accounts.flatMap(({ id, movements = [] }) =>
      toRows(id * 100_000, movements).map((row) => ({ ...row, account_id: id })),
    )
    state = followLineages(state, { accounts: accounts.map(({ movements: _, ...fields }) => fields), rows }, decisions)
    const { lineages } = state
    return {
      accounts: lineages.accounts.map(({ id, lineage, state: now }) =>
        lineage === id ? `${id} ${now}` : `${id} ${now} of ${lineage}`,
      ),
      links: lineages.links.map(({ id }) => id),
      duplicates: lineages.duplicates.map(({ id }) => id),
      candidates: lineages.candidates.map(({ id }) => id),
      evidence: [...lineages.links, ...lineages.duplicates].map(({ evidence }) => evidence.join(' ')),
    }
  })
}

const none = { links: [], duplicates: [], candidates: [], evidence: [] }
const byIban = ['iban bank type name']
const current = { ...none, accounts: ['1 current'] }
const linked = { ...none, accounts: ['1 gone', '81 current of 1'], links: ['1~81'], evidence: byIban }
const duplicate = { ...none, accounts: ['1 current', '81 duplicate of 1'], duplicates: ['1~81'], evidence: byIban }

describe('followLineages', () => {
  it('links an account that is gone with the one that continues it, and holds the link', () => {
    expect(follow([[before]], [[after]], [[after]])).toEqual([current, linked, linked])
  })

  it('holds a link without its evidence, and when the account is gone too', () => {
    const renamed = { ...after, iban: null, name: 'Compte' }
    expect(follow([[before]], [[after]], [[renamed]], [[]])).toEqual([
      current,
      linked,
      linked,
      { ...linked, accounts: ['1 gone', '81 gone of 1'] },
    ])
  })

  it('finds a duplicate, and a link when the first account is removed', () => {
    expect(follow([[before]], [[before, after]], [[after]])).toEqual([current, duplicate, linked])
  })

  it('links the first account with its duplicate the other way round if the duplicate is removed', () => {
    expect(follow([[before, after]], [[before]])[1]).toEqual({
      ...linked,
      accounts: ['1 current', '81 gone of 1'],
      links: ['81~1'],
    })
  })

  it('has a duplicate again if an account that was gone is listed again', () => {
    expect(follow([[before]], [[after]], [[before, after]], [[after]])).toEqual([current, linked, duplicate, linked])
  })

  it('has one lineage after several relinks', () => {
    expect(follow([[before]], [[after]], [[later]])[2]).toEqual({
      ...none,
      accounts: ['1 gone', '81 gone of 1', '161 current of 1'],
      links: ['1~81', '81~161'],
      evidence: [...byIban, ...byIban],
    })
  })

  it('links an account by the rows that it had before it was removed, also between the two requests of a reading', () => {
    const movements = year.slice(300)
    const bare = { ...account, name: 'Compte', item_id: 1, id: 1 }
    const [, , last] = follow([[{ ...bare, movements }]], [[bare]], [[{ ...bare, item_id: 2, id: 81, movements }]])
    expect(last).toEqual({ ...linked, evidence: ['bank type name rows'] })
  })

  it('does not take an account that was listed beside one that is gone for a new one', () => {
    const [, beside] = follow([[before, { ...before, id: 3 }]], [[{ ...before, id: 3 }]])
    expect(beside).toEqual({ ...none, accounts: ['1 gone', '3 current'] })
  })

  /** The same account under the connection with this number. */
  const under = (id: number) => ({ ...before, id, item_id: id })
  const [one, four, five, six] = [under(1), under(4), under(5), under(6)]

  it('links two duplicates that are gone once, at the next readings too', () => {
    const found = {
      ...none,
      accounts: ['1 gone', '4 gone of 1', '6 current of 1'],
      links: ['4~6'],
      evidence: byIban,
    }
    expect(follow([[one, four]], [[six]], [[six]], [[six]]).slice(1)).toEqual([found, found, found])
  })

  it('links one of two duplicates that are gone, at the next readings too', () => {
    const steps = follow([[one, four, five]], [[one]], [[one]], [[one]])
    expect(steps.slice(1).map(({ links }) => links.length)).toEqual([1, 1, 1])
    expect(steps[3]?.accounts).toEqual(['1 current', '4 gone of 1', '5 gone of 1'])
  })

  it('continues the lineage of several duplicates that are gone', () => {
    const found = {
      ...none,
      accounts: ['1 gone', '4 gone of 1', '5 gone of 1', '6 current of 1'],
      links: ['4~6'],
      evidence: byIban,
    }
    expect(follow([[one, four, five]], [[six]], [[six]]).slice(1)).toEqual([found, found])
  })

  it('asks which of several duplicates that are gone a new account continues if a person rejected one', () => {
    const rejected = [rejectAccount({ from: 5, to: 6 })]
    expect(follow([[one, four, five]], [[six], rejected])[1]).toMatchObject({ links: [], candidates: ['4~6'] })
  })

  it('holds duplicates whose decision a person withdrew', () => {
    const decisions = [withdrawAccount({ from: 1, to: 4 }), rejectAccount({ from: 4, to: 6 })]
    expect(follow([[one, four]], [[]], [[six], decisions])[2]).toMatchObject({
      accounts: ['1 gone', '4 gone of 1', '6 current'],
      links: [],
    })
  })

  it('does not ask about accounts of one lineage', () => {
    expect(follow([[one, four, five]], [[one, six]])[1]).toMatchObject({
      accounts: ['1 current', '4 gone of 1', '5 gone of 1', '6 duplicate of 1'],
      duplicates: ['1~6'],
      candidates: [],
    })
  })

  it('links a duplicate that is gone once its account is listed again', () => {
    expect(follow([[one, four]], [[]], [[four]])[2]).toMatchObject({
      accounts: ['1 gone', '4 current of 1'],
      links: ['1~4'],
    })
  })

  it('has no link of accounts that only may be one', () => {
    const savings = { ...other, id: 82, item_id: 2 }
    expect(follow([[other]], [[savings]])[1]).toEqual({
      ...none,
      accounts: ['2 gone', '82 current'],
      candidates: ['2~82'],
    })
  })
})

describe('followLineages with the decisions of a person', () => {
  const savings = { ...other, id: 82, item_id: 2 }
  const pair = { from: 2, to: 82 }
  const accepted = {
    ...none,
    accounts: ['2 gone', '82 current of 2'],
    links: ['2~82'],
    evidence: ['bank type name accepted'],
  }

  it('links what is accepted, until that is withdrawn', () => {
    const decisions = [acceptAccount(pair)]
    const steps = follow([[other]], [[savings], decisions], [[savings], [...decisions, withdrawAccount(pair)]])
    expect(steps.slice(1)).toEqual([accepted, { ...none, accounts: ['2 gone', '82 current'], candidates: ['2~82'] }])
  })

  it('takes back a link that is rejected', () => {
    const rejected = [rejectAccount({ from: 1, to: 81 })]
    expect(follow([[before]], [[after]], [[after], rejected])[2]).toEqual({
      ...none,
      accounts: ['1 gone', '81 current'],
    })
  })

  it('takes back what connects two accounts that are rejected, and asks about it', () => {
    const under = (id: number) => ({ ...before, id, item_id: id })
    const [one, four, five] = [under(1), under(4), under(5)]
    const rejected = [rejectAccount({ from: 1, to: 5 })]
    const [, held, asked, accepted] = follow(
      [[one]],
      [[four, five]],
      [[four, five], rejected],
      [
        [four, five],
        [...rejected, acceptAccount({ from: 1, to: 4 })],
      ],
    )
    expect(held).toMatchObject({ links: ['1~4'], duplicates: ['4~5'], candidates: [] })
    expect(asked).toMatchObject({
      accounts: ['1 gone', '4 current', '5 duplicate of 4'],
      links: [],
      duplicates: ['4~5'],
      candidates: ['1~4'],
    })
    expect(accepted).toMatchObject({ links: ['1~4'], candidates: ['4~5'] })
  })

  it('takes back a link if another account is accepted instead', () => {
    const [, , last] = follow(
      [[before]],
      [[after]],
      [[after, { ...later, iban: null }], [acceptAccount({ from: 1, to: 161 })]],
    )
    expect(last).toMatchObject({ accounts: ['1 gone', '161 current of 1', '81 current'], links: ['1~161'] })
  })

  it('continues the account of an earlier session, which was never listed in this one', () => {
    expect(follow([[after], [acceptAccount({ from: 1, to: 81 })]])).toEqual([
      { ...none, accounts: ['1 gone', '81 current of 1'] },
    ])
  })
})

describe('followLineages, for any readings and decisions', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7]
  const anyListed = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      iban: fc.constantFrom(iban, iban, iban, frenchIban(5678), null),
      movements: fc.constantFrom([], year.slice(300), year.slice(300, 330)),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  )
  const anyDecision = fc.record({
    _tag: fc.constantFrom('Accepted' as const, 'Rejected' as const, 'Rejected' as const, 'Withdrawn' as const),
    from: fc.constantFrom(...ids.slice(0, -1)).map(String),
    to: fc.constantFrom(...ids.slice(1)).map(String),
  })
  const anyStep = fc.tuple(
    anyListed.map((list) => list.map((one) => ({ ...account, ...one, item_id: one.id }))),
    fc.array(
      anyDecision.filter(({ from, to }) => from !== to),
      { maxLength: 2 },
    ),
  )

  it('never makes two accounts one that a person rejected, nor asks about accounts of one lineage', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 2, maxLength: 5 }), (steps) => {
        const added = steps.map(([listed, decisions], index): Step => [
          listed,
          [...steps.slice(0, index).flatMap(([, earlier]) => earlier), ...decisions],
        ])
        for (const [index, { accounts, links, candidates }] of follow(...added).entries()) {
          const lineages = new Map(
            accounts.map((text) => {
              const [id = '', , , lineage = id] = text.split(' ')
              return [id, lineage]
            }),
          )
          const areOne = (one: string, other: string): boolean => lineages.get(one) === lineages.get(other)
          const current = new Map<string, AccountDecision>()
          for (const decision of added[index]?.[1] ?? [])
            current.set([decision.from, decision.to].sort().join('~'), decision)
          const accepted = Array.from(current.values()).filter(({ _tag }) => _tag === 'Accepted')
          const byPerson = groupAccounts(lineages.keys(), accepted)
          for (const { _tag, from, to } of current.values())
            if (_tag === 'Rejected' && lineages.has(from) && !areGrouped(byPerson, from, to))
              expect([from, to, areOne(from, to)]).toEqual([from, to, false])
          for (const id of candidates) {
            const [one = '', other = ''] = id.split('~')
            expect([id, areOne(one, other)]).toEqual([id, false])
          }
          expect(new Set(links).size).toBe(links.length)
          expect(new Set(links.map((id) => id.split('~')[0])).size).toBe(links.length)
        }
      }),
    )
  })
})
