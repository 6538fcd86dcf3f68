import {
  type Client,
  type Collection,
  type ConsentedItem,
  type ConsentedItems,
  createClient,
  type UpdatableCollection,
} from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import type { Row } from './mirror.js'
import type { Bank } from './settings.js'

/** What is watched of a user, whatever the bank speaks. */
export interface WatchedUser {
  readonly transactions: Pick<UpdatableCollection<Row>, 'watchUpdated'>
  readonly stocks: Pick<UpdatableCollection<Row>, 'watchUpdated'>
  readonly items: Pick<Collection<ConsentedItem>, 'all'> & ConsentedItems<ConsentedItem>
}

/** A client, as far as the service needs it. */
export interface WatchedClient extends Pick<Client, 'events$'> {
  readonly user: (identity: { readonly externalUserId: string }) => WatchedUser
  /** Whether the items of the bank say when the consents to them end. */
  readonly hasConsents: boolean
}

/** A client of a bank. */
export const openClient = ({ profile, baseUrl, clientId, clientSecret }: Bank): WatchedClient => {
  const config = { baseUrl, clientId, clientSecret }
  return profile === 'bridge2025'
    ? { ...createClient({ ...config, profile: bridge2025 }), hasConsents: true }
    : // Its items have no consents that end, and nobody asks for them.
      { ...(createClient(config) as unknown as WatchedClient), hasConsents: false }
}
