import { map, type Observable } from 'rxjs'
import { findRecurring } from '../../ledger/recurring/findRecurring.js'
import type { RecurringStream } from '../../ledger/recurring/RecurringStream.js'
import { bankText } from './bankText.js'
import { amountText, type Answer, type BankSource, type BankTool } from './checkedTool.js'
import { maxLedgerRows, readLedgerRows } from './ledgerRows.js'
import { accountField, inputSchema, pageFields, type PageInput, pagingNote, slicePage } from './toolInput.js'

/** The maximum number of price changes of a stream that are answered. */
const maxPriceChanges = 5

interface RecurringInput extends PageInput {
  readonly account?: string
  readonly include_ended?: boolean
}

/** The tool that finds recurring payments and income. */
export const recurringTool = (source: BankSource): BankTool => {
  const text = (value: string): string | null => bankText(value, source.showIbans)

  // The id is left out: it contains words of the bank's text.
  const streamOf = (stream: RecurringStream) => ({
    account: stream.account,
    counterparty: text(stream.counterparty),
    last_description: text(stream.text),
    is_income: stream.isIncome,
    cadence: stream.cadence,
    state: stream.state,
    currency: stream.currency,
    usual_amount: amountText(stream.usualAmount, stream.currency),
    last_amount: amountText(stream.lastAmount, stream.currency),
    first_day: stream.firstDay,
    last_day: stream.lastDay,
    next_day: stream.nextDay,
    payments: stream.payments.length,
    price_changes: stream.priceChanges.slice(-maxPriceChanges).map(({ date, from, to }) => ({
      date,
      from: amountText(from, stream.currency),
      to: amountText(to, stream.currency),
    })),
    older_price_changes: Math.max(0, stream.priceChanges.length - maxPriceChanges),
  })

  const run = (input: RecurringInput): Observable<Answer> => {
    const { account, include_ended: includeEnded = false } = input
    const matchesInput = ({ account: id, state }: RecurringStream): boolean =>
      (account === undefined || id === account) && (includeEnded || state !== 'ended')
    return readLedgerRows(source, 'shown_transactions').pipe(
      map(({ rows, isTruncated }) => {
        const today = new Date(source.clock.wall()).toISOString().slice(0, 10)
        const streams = findRecurring(rows, { today }).filter(matchesInput)
        const byDay = [...streams].sort((a, b) => (a.nextDay < b.nextDay ? -1 : 1))
        const page = slicePage(byDay, input)
        return {
          recurring: page.rows.map(streamOf),
          next_offset: page.next_offset,
          as_of: today,
          is_truncated: isTruncated,
        }
      }),
    )
  }

  return {
    name: 'find_recurring',
    description: `Subscriptions, bills, rents, salaries and other recurring payments, ordered by the day on which the \
next one is expected. An inference from the newest ${String(maxLedgerRows)} transactions; is_truncated says whether there are older \
ones. ${pagingNote}`,
    inputSchema: inputSchema({
      account: accountField,
      include_ended: { type: 'boolean', default: false, description: 'also those that are no longer awaited' },
      ...pageFields,
    }),
    run,
  }
}
