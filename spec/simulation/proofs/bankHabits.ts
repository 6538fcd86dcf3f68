import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Random } from '../random.js'
import { oneOf, whole } from '../random.js'
import { day, hour } from '../time.js'

/** The fields of rows that habits read or change. */
interface ShownRow {
  readonly id: number
  readonly type?: string
  readonly date?: string
  readonly balance?: number
  readonly accounting_balance?: number
  readonly instant_balance?: number
  readonly [field: string]: unknown
}

/** The minimum time between two payments of a card, in milliseconds. */
const cardPeriod = 28 * day

const cents = (amount: number): number => Math.round(amount * 100) / 100

/**
 * Lawful habits of a bank that a sandbox does not have: it shows only its last 30 or 90 days of transactions, sets deferred
 * cards back to zero when they are paid, and reports balances that are ahead of their rows.
 */
export const bankHabits = (random: Random, now: () => number) => {
  const windowDays = oneOf(random, [undefined, 30, 30, 90])
  /** How long rows follow their balance, in milliseconds. */
  const rowDelay = oneOf(random, [0, 0, 6, 14]) * hour
  let paidAt = now() - whole(random, 0, 28) * day
  /** How much the shown balance of an account is above that of the sandbox, in cents of a euro. */
  const paid = new Map<number, number>()
  const ahead = new Map<number, number>()
  /** The balances of the cards that were shown last. */
  const cards = new Map<number, number>()

  const oldestDay = (): string =>
    windowDays === undefined ? '' : new Date(now() - windowDays * day).toISOString().slice(0, 10)

  const shownAccount = (row: ShownRow): ShownRow => {
    const balance = row.balance
    if (balance === undefined) return row
    const isCard = row.type === 'card'
    if (isCard) cards.set(row.id, balance)
    const shown = cents(balance + (paid.get(row.id) ?? 0) + (ahead.get(row.id) ?? 0))
    const { instant_balance: instant, ...booked } = row
    if (instant !== undefined && isCard) return { ...booked, balance: shown, accounting_balance: shown }
    return { ...row, balance: shown, ...(row.accounting_balance !== undefined && { accounting_balance: shown }) }
  }

  const shownRows = (list: string, rows: ReadonlyArray<ShownRow>): ReadonlyArray<ShownRow> =>
    list === 'accounts' ? rows.map(shownAccount) : rows.filter(({ date }) => date === undefined || date >= oldestDay())

  return {
    /** How many days back a transaction may be dated that the bank shows for a week. */
    maxDaysBack: windowDays === undefined ? 60 : Math.min(60, windowDays - 8),
    rowDelay,
    /** Whether a transaction of a day is shown for two more days. */
    isShown: (date: string): boolean =>
      date >= new Date(Date.parse(oldestDay() || date) + 2 * day).toISOString().slice(0, 10),
    /** The answer as the bank gives it. */
    answer: ({ url }: HttpRequest, response: HttpResponse): HttpResponse => {
      const [, list = ''] = /\/(accounts|transactions)(?:\/updated)?(?:\?|$)/.exec(url) ?? []
      if (list === '' || response.status !== 200 || !response.body.startsWith('{')) return response
      let parsed: { readonly resources?: ReadonlyArray<ShownRow> }
      try {
        parsed = JSON.parse(response.body) as typeof parsed
      } catch {
        return response
      }
      const { resources } = parsed
      if (!Array.isArray(resources)) return response
      return {
        ...response,
        body: JSON.stringify({ ...parsed, resources: shownRows(list, resources as ReadonlyArray<ShownRow>) }),
      }
    },
    /** Sets all cards back to zero, once a month; returns whether it did. */
    payCards: (): boolean => {
      if (now() - paidAt < cardPeriod) return false
      paidAt = now()
      for (const [id, balance] of cards) paid.set(id, -balance)
      return true
    },
    /** Moves the shown balance of an account by a row that is not booked yet, and back when it is. */
    moveAhead: (account: number, amount: number): void => void ahead.set(account, (ahead.get(account) ?? 0) + amount),
  }
}
