/** The seed's numbers from 0 to 1, the same in every process: mulberry32. */
const numbers = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shops = ['Boulangerie du Coin', 'Supermarket', 'Pharmacy Central', 'SNCF Voyages', 'Electricity', 'Bookshop']
const ways = ['CARD', 'TRANSFER', 'DIRECT DEBIT', 'WITHDRAWAL']

/** The id of the first transaction of a list; the others count up from it. */
export const firstId = 36_000_051_006_608

const start = Date.UTC(2023, 5, 8, 13, 18, 31, 408)
const day = 86_400_000

/** Synthetic transactions: ten fields in 266 bytes or so, newest first, with ids from `from` on. */
export const transactions = (count, { from = firstId, seed = 1 } = {}) => {
  const random = numbers(seed)
  const pick = (from) => from[Math.floor(random() * from.length)]
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(start - Math.floor(index * 0.05 * day + random() * 1e6))
    const shop = pick(shops)
    const way = pick(ways)
    return {
      id: from + index,
      description: shop,
      raw_description: `${way} ${shop.toUpperCase()} ${String(Math.floor(random() * 1e6)).padStart(6, '0')}`,
      amount: Math.round(random() * -20_000) / 100,
      currency_code: 'EUR',
      date: at.toISOString().slice(0, 10),
      updated_at: at.toISOString(),
      account_id: 2_341_500 + Math.floor(random() * 8),
      category_id: 230_000 + Math.floor(random() * 300),
      is_deleted: false,
    }
  })
}
