import { createGatewayClient, type GatewayUserClient, pageActivity, pageWakeUps, systemClock } from 'rxbank'
import { bridge2025, type Bridge2025Resources } from 'rxbank/bridge'
import { useRxBank } from 'rxbank/react'

/** The user for whom the page was loaded. Tabs share a cookie: if another user logs in, the server refuses this page. */
export const pageUser = { 'X-Page-User': document.getElementById('root')?.dataset['user'] ?? '' }

/** The bank's data comes from this app's own server, which holds the secret and the tokens. */
export const client = createGatewayClient({
  profile: bridge2025,
  gateway: '/api/bank',
  headers: pageUser,
  clock: { ...systemClock, wakeUp$: pageWakeUps() },
  active$: pageActivity(), // watchers pause while the tab is hidden or offline
})

/** The client of the logged-in user. */
export type BankUser = GatewayUserClient<Bridge2025Resources>

/** The client of the gateway, and that of the logged-in user. */
export const useBank = () => {
  const bank = useRxBank<typeof client>()
  return { ...bank, user: bank.client.user() }
}
