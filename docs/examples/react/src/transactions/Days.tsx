import { memo } from 'react'
import type { Row } from '../bank/transactions'
import { formatDay } from '../format/days'
import { formatMoney } from '../format/money'

type RowProps = {
  readonly row: Row
  readonly accountName: string | undefined
}

const Transaction = memo(({ row, accountName }: RowProps) => {
  const { clean_description, provider_description, amount, currency_code, future } = row
  return (
    <li>
      <div>
        <span className="text">{clean_description ?? provider_description ?? 'Transaction'}</span>
        <span className="soft small">
          {[accountName, future === true && 'not debited yet'].filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className={amount > 0 ? 'figure credit' : 'figure'}>{formatMoney(amount, currency_code)}</span>
    </li>
  )
})

/** The rows of each day, the newest day first: a bank may correct the day of a row, which stays at its place in the list. */
const byDay = (rows: ReadonlyArray<Row>): ReadonlyArray<readonly [day: string, rows: ReadonlyArray<Row>]> => {
  const days = new Map<string, Array<Row>>()
  for (const row of rows) {
    const day = days.get(row.date)
    if (day === undefined) days.set(row.date, [row])
    else day.push(row)
  }
  return Array.from(days).sort(([one], [other]) => other.localeCompare(one))
}

type Props = {
  readonly rows: ReadonlyArray<Row>
  /** The names of accounts by their ids; without them the rows are of one account. */
  readonly names: ReadonlyMap<number, string> | undefined
}

/** Transactions under the days on which they were made. */
export const Days = ({ rows, names }: Props) =>
  byDay(rows).map(([day, ofDay]) => (
    <section key={day} className="day">
      <h2>
        <time dateTime={day}>{formatDay(day)}</time>
      </h2>
      <ul className="card rows">
        {ofDay.map((row) => (
          <Transaction key={row.id} row={row} accountName={names?.get(row.account_id)} />
        ))}
      </ul>
    </section>
  ))
