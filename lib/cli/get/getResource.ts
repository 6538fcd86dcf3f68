import { defer, type Observable } from 'rxjs'
import type { Client } from '../../client/Client.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Language } from '../../service/api/categoryRequests.js'
import { usageError } from '../CommandError.js'
import { connectApplication, connectService, connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { writeResource } from '../service/writeResource.js'
import { type SingleName, singleOperations, type SingleRow } from './singleOperations.js'

/** The options of `rxbank get`. */
export interface GetOptions extends ServiceOptions {
  readonly language?: Language
}

type Read = (...values: ReadonlyArray<unknown>) => Observable<unknown>

/** The client, and its function that serves an operation, found by the operation's name. */
const open = (
  { access, name }: SingleRow,
  options: ServiceOptions,
): { readonly client: Client; readonly read: Read } => {
  const [collection = '', method = ''] = name.split('.')
  const readOf = (surface: Client | UserClient): Read =>
    (surface as unknown as Readonly<Record<string, Readonly<Record<string, Read>>>>)[collection]?.[method] as Read
  if (access === 'user') {
    const { client, user } = connectWithUser(options)
    return { client, read: readOf(user) }
  }
  const client = access === 'public' ? connectService(options) : connectApplication(options)
  return { client, read: readOf(client) }
}

/** The arguments of the client's function: the id, if the operation takes one, and the options. */
const argumentsOf = (
  row: SingleRow,
  name: SingleName,
  id: string | undefined,
  language: Language | undefined,
): ReadonlyArray<unknown> => {
  if (language !== undefined && row.key !== 'category') throw usageError('--language is only for a category')
  const config = language === undefined ? {} : { language }
  if (!('subject' in row)) {
    if (id !== undefined) throw usageError(`${name} takes no id`)
    return [config]
  }
  if (id === undefined) throw usageError(`${name} needs an id: rxbank get ${name} ID`)
  if (row.subject === 'user') return [id, config]
  if (!/^\d{1,16}$/.test(id)) throw usageError(`the id of ${name} must be a whole number`)
  return [Number(id), config]
}

/** Reads one resource and writes it: as one line of JSON, or on a terminal as JSON with a line for each field. */
export const getResource = (
  name: SingleName,
  id: string | undefined,
  { language, ...service }: GetOptions,
): Observable<never> =>
  defer(() => {
    const row = singleOperations.get(name) as SingleRow
    const values = argumentsOf(row, name, id, language)
    const { client, read } = open(row, service)
    return writeResource(client, read(...values))
  })
