import { InvalidArgumentError } from 'commander'
import { nearest } from '../../codec.js'
import { type Client, type Collection, type OperationKey, operationTable } from '../../index.js'
import { usageError } from '../CommandError.js'
import { connectApplication, connectService, connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'

/** A list to read, and the client that reads it. */
export interface PullSource {
  readonly client: Client
  readonly list: Pick<Collection<unknown>, 'all'>
}

type Row = (typeof operationTable)[OperationKey]

/** The operation `stocks.list` reads `stocks` of the client. */
type NameOf<Operation extends string> = Operation extends `${infer List}.list` ? List : never

/** A list that can be pulled. */
export type Resource = NameOf<Row['name']>

const rows: ReadonlyArray<Row> = Object.values(operationTable)

/** The names of the lists, sorted. */
export const resources = rows
  .flatMap(({ name }) => (name.endsWith('.list') ? [name.replace(/[.]list$/, '') as Resource] : []))
  .sort()

const singular = (resource: Resource): string => resource.replace(/ies$/, 'y').replace(/s$/, '')

/** Parses an argument as the name of a list, in the plural or in the singular. */
export const parseResource = (text: string): Resource => {
  const found = resources.find((resource) => text === resource || text === singular(resource))
  if (found !== undefined) return found
  const suggestion = nearest(text, resources)
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  throw new InvalidArgumentError(`Allowed choices are ${resources.join(', ')}.${hint}`)
}

const hasChanges: ReadonlyArray<string> = rows.flatMap((row) => ('updatesOf' in row ? [row.updatesOf] : []))

const accessTo = (resource: Resource): Row['access'] | undefined =>
  rows.find(({ name }) => name === `${resource}.list`)?.access

/** Creates the client of a list, or of its changes since a time. */
export const openSource = (resource: Resource, options: ServiceOptions, since: Date | undefined): PullSource => {
  if (since !== undefined && !hasChanges.includes(resource)) {
    const resourcesWithChanges = resources.filter((each) => hasChanges.includes(each))
    throw usageError(`--since supports ${new Intl.ListFormat('en').format(resourcesWithChanges)}, not ${resource}`)
  }
  const access = accessTo(resource)
  if (access === 'user') {
    const { client, user } = connectWithUser(options)
    const list = user[resource as 'stocks' | 'transactions']
    return { client, list: since === undefined ? list : list.updated({ since }) }
  }
  const client = access === 'public' ? connectService(options) : connectApplication(options)
  return { client, list: client[resource as 'banks' | 'categories' | 'users'] }
}
