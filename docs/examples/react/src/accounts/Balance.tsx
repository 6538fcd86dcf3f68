import { useState } from 'react'
import { type Amount, type Currency, formatMoney } from '../format/money'

type Props = {
  readonly amount: Amount
  readonly currency: Currency
}

/** A balance that lights up for a moment when it changes. It is not a live region: screen readers would announce every change. */
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
