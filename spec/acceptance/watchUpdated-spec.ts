import { hear, play, profilesUnderTest, type Row } from '../helpers/profiles.js'

const every = 60_000

describe.each(profilesUnderTest)('watchUpdated, as $name', (under) => {
  const isSeconds = under.isEarlier
  const gone = under.isV3 ? 'deleted' : 'is_deleted'

  it('gives what is new, changed and deleted, each once', () => {
    const { clock, sandbox, user, owner } = play(under)
    const heard = hear(user.transactions.watchUpdated({ since: new Date(sandbox.now()), every, limit: 2 }))
    const taken: Array<ReadonlyArray<Row>> = []
    let from = 0
    const round = (): void => {
      clock.advance(2 * every)
      const rows = heard.values.slice(from).flatMap(({ resources }) => resources) as ReadonlyArray<unknown>
      taken.push(rows as ReadonlyArray<Row>)
      from = heard.values.length
    }
    clock.advance(1000)
    const [first = 0, second = 0, third = 0] = sandbox.insertTransactions(owner.uuid, 3)
    round()
    sandbox.updateTransaction(first, { amount: 12.5 })
    sandbox.deleteTransaction(second)
    round()
    round()
    heard.leave()
    expect(taken.map((rows) => rows.map(({ id }) => id).sort())).toEqual([
      [first, second, third].sort(),
      [first, second].sort(),
      [],
    ])
    expect(taken[1]?.find(({ id }) => id === first)).toMatchObject({ amount: 12.5, [gone]: false })
    expect(taken[1]?.find(({ id }) => id === second)).toMatchObject({ [gone]: true })
  })

  it('loses no change of the same second', () => {
    const { clock, sandbox, user, owner } = play(under)
    const heard = hear(user.transactions.watchUpdated({ since: new Date(sandbox.now()), every: 100 }))
    clock.advance(1000)
    const [id = 0] = sandbox.insertTransactions(owner.uuid, 1)
    const amounts = [1, 2, 3, 4]
    for (const amount of amounts) {
      clock.advance(200)
      sandbox.updateTransaction(id, { amount })
    }
    clock.advance(200)
    heard.leave()
    const rows = heard.values.flatMap(({ resources }) => resources) as ReadonlyArray<unknown> as ReadonlyArray<Row>
    expect(rows.map(({ amount }) => amount).slice(1)).toEqual(amounts)
    const seconds = new Set(rows.map((row) => Number(row.updated_at) % 1000))
    expect(seconds.size).toBe(isSeconds ? 1 : 5)
  })

  it('moves its checkpoint, from which another continues', () => {
    const { clock, sandbox, user, owner } = play(under)
    const first = hear(user.transactions.watchUpdated({ since: new Date(sandbox.now()), every }))
    clock.advance(10_000)
    sandbox.insertTransactions(owner.uuid, 2)
    // Two rounds at least, whatever their jitter: one with the rows, and one with nothing new.
    clock.advance(3 * every)
    first.leave()
    const checkpoint = first.values.at(-1)?.checkpoint
    if (checkpoint?._tag !== 'Some') throw new Error('there is no checkpoint')
    clock.advance(10_000)
    const [id] = sandbox.insertTransactions(owner.uuid, 1)
    const second = hear(user.transactions.watchUpdated({ since: checkpoint.value, every, overlap: 0 }))
    clock.advance(every)
    second.leave()
    expect(second.values.flatMap(({ resources }) => resources.map((row) => row.id))).toEqual([id])
  })

  it('follows the stocks', () => {
    const { clock, sandbox, user, owner } = play(under)
    const heard = hear(user.stocks.watchUpdated({ since: new Date(sandbox.now()), every }))
    clock.advance(1000)
    const [id = 0] = owner.stockIds
    sandbox.updateStock(id, { quantity: 777 })
    clock.advance(2 * every)
    heard.leave()
    const rows = heard.values.flatMap(({ resources }) => resources)
    expect(rows.filter((row) => row.id === id && row.quantity === 777)).not.toHaveLength(0)
  })

  it('asks with the parameter of the profile, as its deployment takes it', () => {
    const { clock, sandbox, user } = play(under)
    const since = new Date('2026-01-15T08:00:00.123Z')
    const heard = hear(user.transactions.watchUpdated({ since, every, overlap: 0 }))
    clock.advance(1)
    heard.leave()
    const query = sandbox.journal.entries().find(({ route }) => route === 'transactionsUpdated')?.query
    expect(new URLSearchParams(query).get('since')).toBe('2026-01-15T08:00:00.123Z')
  })
})
