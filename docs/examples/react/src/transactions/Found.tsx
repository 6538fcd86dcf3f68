import { useMemo } from 'react'
import { useStream } from 'rxbank/react'
import { useBank } from '../bank/client'
import { everything, listOf, noRows } from '../bank/feed'
import { search } from '../bank/search'
import { ErrorNote } from '../error/ErrorNote'
import { sums } from '../format/money'
import { Days } from './Days'
import { useSettled } from './useSettled'

type Props = {
  readonly accountId: number | undefined
  readonly names: ReadonlyMap<number, string> | undefined
  readonly query: string
}

const count = (size: number): string => (size === 1 ? 'One transaction' : `${String(size)} transactions`)

/** What a search finds. The service has no search, so the page reads all rows once, and looks in them. */
export const Found = ({ accountId, names, query }: Props) => {
  const { user } = useBank()
  const key = `everything ${String(accountId ?? 'all')}`
  const { value, error, reload } = useStream(key, () => everything(listOf(user, accountId)), { initialValue: noRows })
  const found = useMemo(() => search(value.rows, query), [value.rows, query])
  // Money that has not moved yet is in no sum.
  const booked = found.filter(({ future }) => future !== true)
  const totals = sums(booked.map(({ amount, currency_code }) => ({ amount, currency: currency_code })))
  const said = useSettled(value.isComplete ? `${count(found.length)} found` : '')
  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
      <p className="found">
        <span>
          {count(found.length)}
          {!value.isComplete && error === undefined && ` so far, of ${String(value.rows.length)}`}
        </span>
        {totals.map(({ currency, text }) => (
          <span key={currency} className="figure">
            {text}
          </span>
        ))}
      </p>
      <p role="status" className="spoken">
        {said}
      </p>
      {value.isComplete && found.length === 0 && (
        <p className="empty">
          Nothing has all of these words. Write a day as 28/11/2026, 28 November or November 2026, and an amount as
          12.50.
        </p>
      )}
      <Days rows={found} names={names} />
    </>
  )
}
