import { deployments, hear, play, profilesUnderTest, read, referenceOf, refusal, rowsOf } from '../helpers/profiles.js'

const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)

describe.each(deployments)('transactions of one account, as $name', (under) => {
  it('are those of the list that refer to it', () => {
    const { user, owner } = play(under)
    const all = rowsOf(user.transactions.all())
    const sizes = owner.accountIds.map((account) => {
      const rows = rowsOf(user.accounts.transactions(account).all({ limit: 30 }))
      expect(rows).toEqual(all.filter((row) => referenceOf(row, 'account') === account))
      return rows.length
    })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300)
    expect(sizes.filter((size) => size > 0)).toHaveLength(2)
  })

  it('that were updated, too', () => {
    const { clock, sandbox, user, owner } = play(under)
    const since = new Date(sandbox.now())
    clock.advance(1000)
    const inserted = sandbox.insertTransactions(owner.uuid, 8)
    const found = owner.accountIds.flatMap((account) =>
      rowsOf(user.accounts.transactions(account).updated({ since }).all()).map((row) => {
        expect(referenceOf(row, 'account')).toBe(account)
        return row.id
      }),
    )
    expect([...found].sort((a, b) => b - a)).toEqual(inserted)
  })

  it('can be watched', () => {
    const { clock, sandbox, user, owner } = play(under)
    const [account = 0] = owner.accountIds
    const since = new Date(sandbox.now())
    const heard = hear(user.accounts.transactions(account).watchUpdated({ since, every: 60_000 }))
    clock.advance(1000)
    const inserted = sandbox.insertTransactions(owner.uuid, 20)
    clock.advance(120_000)
    const rows = heard.values.flatMap(({ resources }) => resources)
    heard.leave()
    const all = rowsOf(user.transactions.all())
    const expected = all.filter((row) => inserted.includes(row.id) && referenceOf(row, 'account') === account)
    expect(expected.length).toBeGreaterThan(0)
    expect(idsOf(rows).sort()).toEqual(idsOf(expected).sort())
  })

  it('are not those of another user', () => {
    const { sandbox, user } = play(under)
    const [, other] = sandbox.users
    const [account = 0] = other?.accountIds ?? []
    expect(refusal(user.accounts.transactions(account).all())).toMatchObject({ _tag: 'StatusError', status: 404 })
  })
})

describe.each(profilesUnderTest.filter(({ hasMore }) => !hasMore))('transactions of one account, as $name', (under) => {
  it('are no operation of the API', () => {
    const { user, owner, sandbox } = play(under)
    const list = user.accounts.transactions(owner.accountIds[0] ?? 0)
    expect(refusal(list.all())).toMatchObject({ key: 'paths.accountTransactions' })
    expect(refusal(list.updated().all())).toMatchObject({ key: 'paths.accountTransactionsUpdated' })
    expect(read(user.accounts.all())).toHaveLength(7)
    expect(sandbox.journal.counts().routes).toEqual({ authenticate: 1, accounts: 1 })
  })
})
