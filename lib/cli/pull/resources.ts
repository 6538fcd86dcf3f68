import { InvalidArgumentError } from 'commander'
import { nearest } from '../../base/codec/options.js'
import type { Client } from '../../client/Client.js'
import type { Collection } from '../../client/collection.js'
import type { UserClient } from '../../client/UserClient.js'
import { type OperationKey, operationTable } from '../../service/profile/operations.js'
import { usageError } from '../CommandError.js'
import { connectApplication, connectService, connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'

/** A list to read, and the client that reads it. */
export interface PullSource {
  readonly client: Client
  readonly list: Pick<Collection<unknown>, 'all'>
}

type Row = (typeof operationTable)[OperationKey]

/**
 * An operation that lists what a client can read without an id: not the changes of a list, nor the list of one parent.
 */
type ListRow = Exclude<
  Extract<Row, { readonly response: 'list' }>,
  { readonly subject: string } | { readonly updatesOf: string }
>

type NameOf<Operation extends string> = Operation extends `${infer List}.list`
  ? List
  : Operation extends `${infer Collection}.${infer List}`
    ? `${Collection}-${List}`
    : never

/**
 * A list that can be pulled, such as `accounts` for `accounts.list`, and `accounts-information` for
 * `accounts.information`.
 */
export type Resource = NameOf<ListRow['name']>

const rows: ReadonlyArray<Row> = Object.values(operationTable)

const isList = (row: Row): row is ListRow => row.response === 'list' && !('subject' in row) && !('updatesOf' in row)

const lists: ReadonlyMap<Resource, ListRow> = new Map(
  rows.filter(isList).map((row) => [row.name.replace(/[.]list$/, '').replace('.', '-') as Resource, row] as const),
)

/** The names of the lists, sorted. */
export const resources: ReadonlyArray<Resource> = Array.from(lists.keys()).sort()

/** The name of a list in the singular. */
export const singular = (resource: string): string => resource.replace(/ies$/, 'y').replace(/s$/, '')

/** Parses an argument as the name of a list, in the plural or in the singular. */
export const parseResource = (text: string): Resource => {
  const found = resources.find((resource) => text === resource || text === singular(resource))
  if (found !== undefined) return found
  const suggestion = nearest(text, resources)
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  throw new InvalidArgumentError(`Allowed choices are ${resources.join(', ')}.${hint}`)
}

const hasChanges: ReadonlyArray<string> = rows.flatMap((row) => ('updatesOf' in row ? [row.updatesOf] : []))

type List = PullSource['list']

/** The list of a client that an operation reads, found by the operation's name. */
const listAt = (surface: Client | UserClient, { name }: ListRow): List =>
  name
    .replace(/[.]list$/, '')
    .split('.')
    .reduce<unknown>((member, part) => (member as Readonly<Record<string, unknown>>)[part], surface) as List

/** Creates the client of a list, or of its changes since a time. */
export const openSource = (resource: Resource, options: ServiceOptions, since: Date | undefined): PullSource => {
  if (since !== undefined && !hasChanges.includes(resource)) {
    const resourcesWithChanges = resources.filter((each) => hasChanges.includes(each))
    throw usageError(`--since supports ${new Intl.ListFormat('en').format(resourcesWithChanges)}, not ${resource}`)
  }
  const row = lists.get(resource) as ListRow
  if (row.access === 'user') {
    const { client, user } = connectWithUser(options)
    const list =
      since === undefined ? listAt(user, row) : user[resource as 'stocks' | 'transactions'].updated({ since })
    return { client, list }
  }
  const client = row.access === 'public' ? connectService(options) : connectApplication(options)
  return { client, list: listAt(client, row) }
}
