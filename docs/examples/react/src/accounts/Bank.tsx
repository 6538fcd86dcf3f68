import type { Bridge2025Account, Bridge2025Item } from 'rxbank/bridge'
import { BankName } from '../bank/BankName'
import { isDuplicate } from '../bank/lineages'
import type { Overview } from '../bank/overview'
import { useDueConsents } from '../bank/useOverview'
import { ConnectButton } from '../connect/ConnectButton'
import { Link } from '../shell/location'
import { Balance } from './Balance'
import { needOf } from './needOf'

const types: Readonly<Record<string, string>> = {
  brokerage: 'Brokerage',
  card: 'Card',
  checking: 'Current account',
  life_insurance: 'Life insurance',
  loan: 'Loan',
  savings: 'Savings',
}

const typeOf = ({ type }: Bridge2025Account): string => {
  const word = type ?? ''
  return Object.hasOwn(types, word) ? (types[word] ?? '') : word.replaceAll('_', ' ')
}

type AccountProps = {
  readonly account: Bridge2025Account
  /** Whether it is connected twice, and counted elsewhere. */
  readonly isTwin: boolean
}

const Account = ({ account, isTwin }: AccountProps) => {
  const { id, name, iban, balance, currency_code, data_access } = account
  const isShared = data_access !== 'disabled'
  return (
    <li>
      <div>
        {isShared ? (
          <Link to={`/transactions?account=${String(id)}`}>{name ?? 'Account'}</Link>
        ) : (
          <span>{name ?? 'Account'}</span>
        )}
        <span className="soft small">
          {typeOf(account)}
          {typeof iban === 'string' && (
            <>
              , <span className="whole">…{iban.slice(-4)}</span>
            </>
          )}
          {isTwin && ', connected twice: counted once'}
        </span>
      </div>
      {isShared ? (
        <Balance amount={balance} currency={currency_code} />
      ) : (
        <span className="soft small">not shared</span>
      )}
    </li>
  )
}

type Props = {
  readonly item: Bridge2025Item
  readonly overview: Overview
}

/** A bank: how it is, what it needs, and its accounts. */
export const Bank = ({ item, overview }: Props) => {
  const accounts = overview.accounts.filter(({ item_id }) => item_id === item.id)
  const due = useDueConsents().value.get(item.id)
  const { text, action, isUrgent } = needOf(item, due)
  const name = <BankName id={item.provider_id} />
  const headingId = `bank-${String(item.id)}`
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <div>
          <h2 id={headingId}>{name}</h2>
          <p className={isUrgent ? 'small bad-text' : 'small soft'}>{text}</p>
        </div>
        {action !== undefined && (
          <ConnectButton itemId={item.id} bank={name} isMain={isUrgent}>
            {action}
          </ConnectButton>
        )}
      </header>
      {accounts.length > 0 && (
        <ul className="rows">
          {accounts.map((account) => (
            <Account key={account.id} account={account} isTwin={isDuplicate(overview.lineages, account.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}
