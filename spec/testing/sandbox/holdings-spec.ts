import fc from 'fast-check'
import { firstValueFrom, forkJoin, toArray } from 'rxjs'
import type { Account, Stock, UserClient } from '../../../lib/index.js'
import { play, profilesUnderTest, type ProfileUnderTest } from '../../helpers/profiles.js'

const second = 1000
const day = 24 * 60 * 60 * second

/** What the sandbox takes a pound and a dollar for, and what an account may have in money beside its stocks. */
const euros: Readonly<Record<string, number>> = { EUR: 1, GBP: 1.17, USD: 0.92 }
const mostCash = 900

interface Depot {
  readonly accounts: ReadonlyArray<Account>
  readonly stocks: ReadonlyArray<Stock>
}

const depotOf = (user: UserClient): Promise<Depot> =>
  firstValueFrom(forkJoin({ accounts: user.accounts.all().pipe(toArray()), stocks: user.stocks.all().pipe(toArray()) }))

const accountOf = (stock: Stock): unknown =>
  stock.account_id ?? (stock as unknown as { readonly account: { readonly id: number } }).account.id

const worthOf = (stocks: ReadonlyArray<Stock>): number =>
  stocks.reduce(
    (sum, { total_value, currency_code }) => sum + Number(total_value ?? NaN) * (euros[currency_code as string] ?? NaN),
    0,
  )

const setUp = (profile: ProfileUnderTest, seed: number, stocks = 40) => {
  const played = play(profile, {
    seed,
    stocks,
    users: 3,
    transactions: 0,
    tokenLifetime: 1e12,
  })
  const { sandbox, clock, userClient } = played
  const users = sandbox.users.map((user) => ({ user, client: userClient(user) }))
  return { sandbox, clock, users, depots: () => Promise.all(users.map(({ client }) => depotOf(client))) }
}

const forSeeds = (numRuns: number, check: (seed: number) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(fc.nat(), check), { numRuns })

describe.each(profilesUnderTest)('what users of a sandbox of $name hold', (profile) => {
  it('is each share once an account, in an account for stocks', () =>
    forSeeds(6, async (seed) => {
      for (const { accounts, stocks } of await setUp(profile, seed).depots()) {
        const held = stocks.map((stock) => `${String(accountOf(stock))} ${stock.ticker as string}`)
        expect(new Set(held).size).toBe(40)
        const types = stocks.map((stock) => accounts.find(({ id }) => id === accountOf(stock))?.type)
        expect(new Set(types)).toEqual(new Set(['brokerage']))
      }
    }))

  it('has one price a share and moment, one name, one number and one currency, whoever holds it', () =>
    forSeeds(3, async (seed) => {
      const { clock, depots } = setUp(profile, seed)
      for (const wait of [0, 1, 7 * second, 3600 * second, day]) {
        clock.advance(wait)
        const held = (await depots()).flatMap(({ stocks }) => stocks)
        const reported = held.map(({ ticker, label, isin, stock_key, currency_code, current_price, updated_at }) =>
          JSON.stringify([ticker, label, isin, stock_key, currency_code, current_price, updated_at]),
        )
        const tickers = new Set(held.map(({ ticker }) => ticker)).size
        expect([new Set(reported).size, new Set(held.map(({ isin }) => isin)).size]).toEqual([tickers, tickers])
        expect(tickers).toBeLessThan(held.length)
      }
    }))

  it('fits the balance of its account: with a little money it is the balance, when its item was refreshed', () =>
    forSeeds(6, async (seed) => {
      const { sandbox, clock, users } = setUp(profile, seed)
      clock.advance(seed % day)
      for (const { user, client } of users) {
        for (const item of user.itemIds) sandbox.refresh(item, { authenticating: second, retrieving: second })
        clock.advance(2 * second)
        const { accounts, stocks } = await depotOf(client)
        const { balance = NaN } = accounts.find(({ type }) => type === 'brokerage') ?? {}
        const money = Number(balance ?? NaN) - worthOf(stocks)
        expect(money).toBeGreaterThan(-0.5) // each value is rounded to a cent
        expect(money).toBeLessThan(mostCash + 0.5)
      }
    }))

  it('stays near to that balance, which is of the last refresh, while prices move', () =>
    forSeeds(3, async (seed) => {
      const { clock, depots } = setUp(profile, seed)
      for (const wait of [0, day / 3, 3 * day]) {
        clock.advance(wait)
        for (const { accounts, stocks } of await depots()) {
          const { balance = NaN } = accounts.find(({ type }) => type === 'brokerage') ?? {}
          expect(worthOf(stocks) / Number(balance ?? NaN)).toBeGreaterThan(0.7)
          expect(worthOf(stocks) / Number(balance ?? NaN)).toBeLessThan(1.35)
        }
      }
    }))

  it('is each share once with many stocks, too', async () => {
    const { sandbox, users } = setUp(profile, 1, 700)
    const [first] = users
    const stocks = first === undefined ? [] : (await depotOf(first.client)).stocks
    expect(sandbox.users[0]?.stockIds.length).toBe(700)
    for (const name of ['ticker', 'isin', 'label'] as const) {
      expect(new Set(stocks.map((stock) => stock[name])).size).toBe(700)
    }
  })

  it('has a price that is changed for all who hold it, and a quantity for one', async () => {
    const { sandbox, clock, users, depots } = setUp(profile, 1)
    const [mine, theirs] = (await depots()).map(({ stocks }) => stocks)
    const shared = mine?.find(({ ticker }) => theirs?.some((stock) => stock.ticker === ticker))
    if (shared === undefined) throw new Error('nothing is held by both')
    const since = new Date(sandbox.now() + 1)
    clock.advance(second)
    sandbox.updateStock(shared.id, { current_price: 1.23, quantity: 777 })
    const changed = await Promise.all(
      users.map(({ client }) => firstValueFrom(client.stocks.updated({ since }).all().pipe(toArray()))),
    )
    const holders = (await depots()).filter(({ stocks }) =>
      stocks.some(({ ticker }) => ticker === shared.ticker),
    ).length
    const rows = changed.flat().filter(({ ticker }) => ticker === shared.ticker)
    expect(rows.map(({ current_price }) => current_price)).toEqual(Array(holders).fill(1.23))
    expect(rows.filter(({ quantity }) => quantity === 777).map(({ id }) => id)).toEqual([shared.id])
  })
})
