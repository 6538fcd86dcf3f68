import { useState } from 'react'
import { type Amount, type Currency, formatMoney } from '../format/money'

type Props = {
  readonly amount: Amount
  readonly currency: Currency
}

/** A balance, which lights up for a moment when it changes. It is no live region: a reader who wants it looks. */
export const Balance = ({ amount, currency }: Props) => {
  const text = formatMoney(amount, currency)
  const [seen, setSeen] = useState({ text, changes: 0 })
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 })
  return (
    <span key={seen.changes} className={seen.changes > 0 ? 'figure changed' : 'figure'}>
      {text}
    </span>
  )
}
