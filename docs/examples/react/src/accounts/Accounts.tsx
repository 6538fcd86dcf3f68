import type { Bridge2025Account } from 'rxbank/bridge'
import { useOverview } from '../bank/useOverview'
import { ConnectButton } from '../connect/ConnectButton'
import { ErrorNote } from '../error/ErrorNote'
import { sums } from '../format/money'
import { Bank } from './Bank'

const Total = ({ accounts }: { readonly accounts: ReadonlyArray<Bridge2025Account> }) => {
  const totals = sums(accounts.map(({ balance, currency_code }) => ({ amount: balance, currency: currency_code })))
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
            {value.accounts.length > 0 && <Total accounts={value.accounts} />}
            <ConnectButton isMain={value.items.length === 0}>Connect a bank</ConnectButton>
          </div>
          {value.items.length === 0 && (
            <p className="empty">No bank is connected yet. Connect one, and its accounts are here.</p>
          )}
          {value.items.map((item) => (
            <Bank key={item.id} item={item} accounts={value.accounts.filter(({ item_id }) => item_id === item.id)} />
          ))}
        </>
      )}
    </>
  )
}
