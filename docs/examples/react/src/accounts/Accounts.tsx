import { isDuplicate } from '../bank/lineages'
import type { Overview } from '../bank/overview'
import { useOverview } from '../bank/useOverview'
import { ConnectButton } from '../connect/ConnectButton'
import { ErrorNote } from '../error/ErrorNote'
import { sums } from '../format/money'
import { Bank } from './Bank'
import { Relinked } from './Relinked'

const Total = ({ overview: { accounts, lineages } }: { readonly overview: Overview }) => {
  const counted = accounts.filter(({ id }) => !isDuplicate(lineages, id))
  const totals = sums(counted.map(({ balance, currency_code }) => ({ amount: balance, currency: currency_code })))
  return (
    <p className="total">
      <span className="soft small">All accounts together</span>
      {totals.map(({ currency, text }) => (
        <span key={currency} className="figure">
          {text}
        </span>
      ))}
    </p>
  )
}

const Ghosts = () => (
  <>
    <p role="status" className="spoken">
      Reading your accounts
    </p>
    <div className="ghost" />
    <div className="ghost tall" />
  </>
)

/** The banks of the user and their accounts, with balances that are live. */
export const Accounts = () => {
  const { value, error, reload } = useOverview()
  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
      {value === undefined && error === undefined && <Ghosts />}
      {value !== undefined && (
        <>
          <div className="head">
            {value.accounts.length > 0 && <Total overview={value} />}
            <ConnectButton isMain={value.items.length === 0}>Connect a bank</ConnectButton>
          </div>
          <Relinked overview={value} />
          {value.items.length === 0 && (
            <p className="empty">No bank is connected yet. Connect one, and its accounts are here.</p>
          )}
          {value.items.map((item) => (
            <Bank key={item.id} item={item} overview={value} />
          ))}
        </>
      )}
    </>
  )
}
