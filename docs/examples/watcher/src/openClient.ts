import {
  type Client,
  type ClientEvent,
  type Collection,
  type ConsentedItem,
  type ConsentedItems,
  createClient,
  documentedProfile,
} from 'rxbank'
import { bridge2025, type Bridge2025Resources } from 'rxbank/bridge'
import type { MirrorSource } from 'rxbank/sqlite'
import { merge, Subject } from 'rxjs'
import type { Bank } from './settings.js'
import { type WatcherEvents, watcherEvents } from './watcherEvents.js'

/** What is watched of a user, whatever the bank speaks. */
export interface WatchedUser extends MirrorSource<Bridge2025Resources> {
  readonly items: MirrorSource<Bridge2025Resources>['items'] &
    Pick<Collection<ConsentedItem>, 'all'> &
    ConsentedItems<ConsentedItem>
}

type UsedClient = Pick<Client, 'events$'> & {
  readonly user: (identity: { readonly externalUserId: string }) => WatchedUser
}

/** A client, as far as the service needs it. */
export interface WatchedClient extends UsedClient {
  /** Whether the items of the bank say when the consents to them end. */
  readonly hasConsents: boolean
  /** Events of a watcher of the service, which come by `events$` with those of the client. */
  readonly watcherEvents: (operation: string, every: number) => WatcherEvents
}

/** A client of a bank. */
export const openClient = ({ profile, baseUrl, clientId, clientSecret }: Bank): WatchedClient => {
  const config = { baseUrl, clientId, clientSecret }
  const hasConsents = profile === 'bridge2025'
  const client: UsedClient = hasConsents
    ? createClient({ ...config, profile: bridge2025 })
    : // Its items have no consents that end, and nobody asks for them.
      (createClient({ ...config, profile: documentedProfile }) as unknown as UsedClient)
  const own$ = new Subject<ClientEvent>()
  return {
    user: client.user,
    events$: merge(client.events$, own$),
    hasConsents,
    watcherEvents: watcherEvents((event) => own$.next(event)),
  }
}
