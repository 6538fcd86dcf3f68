import { useDeferredValue, useEffect, useState } from 'react'
import { currentAccount } from '../bank/lineages'
import { useOverview } from '../bank/useOverview'
import { ErrorNote } from '../error/ErrorNote'
import { goTo, useLocation } from '../shell/location'
import { Everything } from './Everything'
import { Found } from './Found'

const addressOf = (query: string, account: string): string => {
  const parameters = new URLSearchParams({ ...(account !== '' && { account }), ...(query !== '' && { q: query }) })
  return parameters.size === 0 ? '/transactions' : `/transactions?${parameters.toString()}`
}

/** What is searched for: the address has it once the user pauses, because browsers limit how often it changes. */
const useQuery = (inAddress: string, account: string) => {
  const [query, setQuery] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  if (seen !== inAddress) {
    setSeen(inAddress)
    setQuery(inAddress)
  }
  useEffect(() => {
    if (query === inAddress) return
    const timer = setTimeout(() => goTo(addressOf(query, account), { replace: true }), 400)
    return () => clearTimeout(timer)
  }, [query, inAddress, account])
  return [query, setQuery] as const
}

/** The transactions of the user: all of them as far as one scrolls, or those that are searched for. */
export const Transactions = () => {
  const { parameters } = useLocation()
  const account = parameters.get('account') ?? ''
  const [query, setQuery] = useQuery(parameters.get('q') ?? '', account)
  const wanted = useDeferredValue(query.trim())
  const { value: overview, error, reload } = useOverview()
  const accounts = overview?.accounts.filter(({ data_access }) => data_access !== 'disabled') ?? []
  const names = new Map(accounts.map(({ id, name }) => [id, name ?? '']))
  const knownId = /^\d{1,15}$/.test(account) ? Number(account) : undefined
  // The address may have the id that an account had before its bank was connected again.
  const accountId = knownId && overview ? currentAccount(overview.lineages, knownId) : knownId
  const shown = { accountId, names: accountId === undefined ? names : undefined }

  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
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
          <select
            value={accountId ?? ''}
            onChange={({ target }) => goTo(addressOf(query, target.value), { replace: true })}
          >
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
