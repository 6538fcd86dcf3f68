import type { Client, Collection, UserClient } from '../../index.js'
import { misuse } from '../CommandError.js'
import { connectApplication, connectService, connectWithUser } from '../service/connect.js'
import type { ServiceOptions } from '../service/serviceOptions.js'

/** A list to read, and the client that reads it. */
export interface Source {
  readonly client: Client
  readonly list: Pick<Collection<unknown>, 'all'>
}

type Open = (options: ServiceOptions, since: Date | undefined) => Source

const ofUser =
  (list: (user: UserClient) => Source['list']): Open =>
  (options) => {
    const { client, user } = connectWithUser(options)
    return { client, list: list(user) }
  }

const updatable =
  (name: 'stocks' | 'transactions'): Open =>
  (options, since) => {
    const { client, user } = connectWithUser(options)
    return { client, list: since === undefined ? user[name] : user[name].updated({ since }) }
  }

const open = {
  accounts: ofUser(({ accounts }) => accounts),
  banks: (options) => {
    const client = connectService(options)
    return { client, list: client.banks }
  },
  categories: (options) => {
    const client = connectService(options)
    return { client, list: client.categories }
  },
  items: ofUser(({ items }) => items),
  stocks: updatable('stocks'),
  transactions: updatable('transactions'),
  users: (options) => {
    const client = connectApplication(options)
    return { client, list: client.users }
  },
} as const satisfies Readonly<Record<string, Open>>

/** A list that can be pulled. */
export type Resource = keyof typeof open

export const resources = Object.keys(open) as ReadonlyArray<Resource>

const hasChanges: ReadonlyArray<Resource> = ['stocks', 'transactions']

/** Opens a list, or what changed in it since a moment. */
export const openSource = (resource: Resource, options: ServiceOptions, since: Date | undefined): Source => {
  if (since !== undefined && !hasChanges.includes(resource)) {
    throw misuse(`--since goes with ${hasChanges.join(' and ')}, not with ${resource}`)
  }
  return open[resource](options, since)
}
