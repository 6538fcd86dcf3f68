import { useDeferredValue, useEffect, useState } from 'react'
import { useOverview } from '../bank/useOverview'
import { goTo, useLocation } from '../shell/location'
import { Everything } from './Everything'
import { Found } from './Found'

/**
 * What is searched for, as it is in the address. What the user enters goes there after a pause, because browsers limit how
 * often it changes. A link, and the way back, change the address first.
 */
const useFilter = () => {
  const { parameters } = useLocation()
  const inAddress = { query: parameters.get('q') ?? '', account: parameters.get('account') ?? '' }
  const [filter, setFilter] = useState(inAddress)
  const [address, setAddress] = useState(parameters.toString())
  if (address !== parameters.toString()) {
    setAddress(parameters.toString())
    setFilter(inAddress)
  }
  const { query, account } = filter
  useEffect(() => {
    const wanted = new URLSearchParams({
      ...(account === '' ? {} : { account }),
      ...(query === '' ? {} : { q: query }),
    })
    const next = wanted.size === 0 ? '/transactions' : `/transactions?${wanted.toString()}`
    if (next === location.pathname + location.search) return
    const timer = setTimeout(() => goTo(next, { replace: true }), 400)
    return () => clearTimeout(timer)
  }, [query, account])
  return { query, account, change: (changes: Partial<typeof filter>) => setFilter({ ...filter, ...changes }) }
}

/** The transactions of the user: all of them as far as one scrolls, or those that are searched for. */
export const Transactions = () => {
  const { query, account, change } = useFilter()
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
            onChange={({ target }) => change({ query: target.value })}
          />
        </label>
        <label>
          Account
          <select value={account} onChange={({ target }) => change({ account: target.value })}>
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
