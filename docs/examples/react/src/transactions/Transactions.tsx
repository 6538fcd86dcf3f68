import { useDeferredValue, useEffect, useState } from 'react'
import { useOverview } from '../bank/useOverview'
import { goTo, useLocation } from '../shell/location'
import { Everything } from './Everything'
import { Found } from './Found'

/** Writes what is searched for into the address once the user pauses: browsers limit how often it changes. */
const useAddress = (query: string, account: string): void => {
  useEffect(() => {
    const wanted = new URLSearchParams({
      ...(account === '' ? {} : { account }),
      ...(query === '' ? {} : { q: query }),
    })
    const address = wanted.size === 0 ? '/transactions' : `/transactions?${wanted.toString()}`
    if (address === location.pathname + location.search) return
    const timer = setTimeout(() => goTo(address, { replace: true }), 400)
    return () => clearTimeout(timer)
  }, [query, account])
}

/** The transactions of the user: all of them as far as one scrolls, or those that are searched for. */
export const Transactions = () => {
  const { parameters } = useLocation()
  const [query, setQuery] = useState(parameters.get('q') ?? '')
  const [account, setAccount] = useState(parameters.get('account') ?? '')
  useAddress(query, account)
  const wanted = useDeferredValue(query.trim())
  const accounts = useOverview().value?.accounts.filter(({ data_access }) => data_access !== 'disabled') ?? []
  const names = new Map(accounts.map(({ id, name }) => [id, name ?? '']))
  const accountId = /^\d{1,15}$/.test(account) ? Number(account) : undefined
  const shown = { accountId, names: accountId === undefined ? names : undefined }

  return (
    <>
      <search className="filters">
        <label>
          Search
          <input
            type="search"
            value={query}
            autoComplete="off"
            spellCheck={false}
            placeholder="Shop, day or amount"
            onChange={({ target }) => setQuery(target.value)}
          />
        </label>
        <label>
          Account
          <select value={account} onChange={({ target }) => setAccount(target.value)}>
            <option value="">All accounts</option>
            {accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </search>
      {wanted === '' ? <Everything {...shown} /> : <Found {...shown} query={wanted} />}
    </>
  )
}
