import { useMemo } from 'react'
import { search } from '../bank/search'
import { useAll, useNewest } from '../bank/transactions'
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

/**
 * What a search finds. The service has no search, so the page reads all rows once, and looks in them; until then, in those
 * that the list shows.
 */
export const Found = ({ accountId, names, query }: Props) => {
  const newest = useNewest(accountId)
  const { value, error, reload } = useAll(accountId)
  const isComplete = value !== undefined
  const rows = value ?? newest.rows
  const found = useMemo(() => search(rows, query), [rows, query])
  // Money that has not moved yet is in no sum.
  const booked = found.filter(({ future }) => future !== true)
  const totals = sums(booked.map(({ amount, currency_code }) => ({ amount, currency: currency_code })))
  const said = useSettled(isComplete ? `${count(found.length)} found` : '')
  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
      <p className="found">
        <span>
          {count(found.length)}
          {!isComplete && error === undefined && ` so far, of ${String(rows.length)}`}
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
      {isComplete && found.length === 0 && (
        <p className="empty">
          Nothing has all of these words. Write a day as 28/11/2026, 28 November or November 2026, and an amount as
          12.50.
        </p>
      )}
      <Days rows={found} names={names} />
    </>
  )
}
