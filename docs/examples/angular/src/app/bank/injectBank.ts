import { documentedProfile, type GatewayConfig } from 'rxbank'
import { injectRxBank } from 'rxbank/angular'

/** Where the gateway of this app's server is: the browser knows no other address, and no credentials. */
export const gateway = {
  profile: documentedProfile,
  gateway: '/api/bank',
  environment: 'sandbox',
} satisfies GatewayConfig

/** The client of the gateway. */
export const injectBank = () => injectRxBank<typeof gateway>()

/** What can be asked for the user who is logged in. */
export const injectUser = () => injectBank().user()
