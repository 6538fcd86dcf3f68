import type * as t from 'io-ts'
import { EMPTY, merge, mergeMap, type Observable, take, throwError } from 'rxjs'
import type { Client } from '../../client/Client.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Access } from '../../service/api/Request.js'
import { type AccessToken, accessToken } from '../../service/model/AccessToken.js'
import type { Resources } from '../../service/profile/Codecs.js'
import { type OperationKey, operationTable } from '../../service/profile/operations.js'
import type { ProfilePaths, ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { Page } from '../../streams/pages/PageLink.js'

/** The ids that operations need, taken from earlier responses. */
export interface Subjects {
  readonly user: string
  readonly item: number
  readonly account: number
  readonly bank: number
  readonly category: number
  readonly stock: number
  readonly transaction: number
}

/** The client, its user if one was named, and the time since which changes are requested. */
export interface Session {
  readonly client: Client
  readonly user: UserClient
  readonly since: Date
}

/** The part of a list of the client that the doctor uses. */
interface Readable {
  readonly pages: (config: { readonly limit: number }) => Observable<Page<unknown>>
}

/** An operation of the profile. */
export interface NamedOperation {
  readonly key: keyof ProfilePaths
  readonly operation: string
  readonly access: Access
}

/** An operation that reads, and changes nothing: a list, or one response. */
export interface DoctorOperation extends NamedOperation {
  /** The resource of the response, or of its rows. */
  readonly resource?: keyof Resources
  /** The kind of id that the operation needs, if it needs one. */
  readonly subject?: keyof Subjects
  /** Whether a 403 or 404 only says that it was not activated for the application. */
  readonly needsActivation?: true
  /** The kind of id that a response provides for later operations. */
  readonly finds?: keyof Subjects
  /** The codec of a row, or of the response. */
  readonly codec: (profile: ServiceProfile) => t.Mixed
  readonly list?: (session: Session, subjects: Subjects) => Readable
  readonly one?: (session: Session, subjects: Subjects) => Observable<unknown>
}

/** An operation that is not tried. */
interface UntriedOperation extends NamedOperation {
  readonly reason: string
}

type Row = (typeof operationTable)[OperationKey]

/** The first token, or the error of the first attempt to get one, after which the client itself would retry. */
const firstToken = ({ client, user }: Session): Observable<AccessToken> => {
  const failed$ = client.events$.pipe(
    mergeMap((event) => (event._tag === 'TokenFailed' ? throwError(() => event.error) : EMPTY)),
  )
  return merge(failed$, user.token$).pipe(take(1))
}

type Surface = Readonly<Record<string, unknown>>

/** The member of the client that serves an operation, found by its name. */
const memberOf = (row: Row, { client, user, since }: Session, subjects: Partial<Subjects>): unknown => {
  const id = 'subject' in row ? subjects[row.subject] : undefined
  const start = (row.access === 'user' ? user : client) as unknown as Surface
  return row.name.split('.').reduce<unknown>((member, part) => {
    if (part === 'list') return member
    const next = (member as Surface)[part]
    if (typeof next !== 'function') return next
    return part === 'updated'
      ? (next as (config: object) => unknown)({ since })
      : (next as (id: unknown) => unknown)(id)
  }, start)
}

/** The codec of a row, or of the response. */
const codecOf =
  (row: Row): DoctorOperation['codec'] =>
  ({ codecs, nested }: ServiceProfile) => {
    if (row.key === 'banks') return nested?.banks?.row(codecs.bank) ?? codecs.bank
    if (row.key === 'categories') return nested?.categories?.row(codecs.category) ?? codecs.category
    return 'resource' in row ? codecs[row.resource] : accessToken
  }

const subjects: ReadonlyArray<string> = [
  'user',
  'item',
  'account',
  'bank',
  'category',
  'stock',
  'transaction',
] satisfies ReadonlyArray<keyof Subjects>

/** The kind of id that a response provides for later operations. */
const findsOf = (row: Row): Pick<DoctorOperation, 'finds'> => {
  const resource = 'resource' in row ? row.resource : 'user'
  const hasId = row.name.endsWith('.list') || row.key === 'authenticate'
  return hasId && subjects.includes(resource) ? { finds: resource as keyof Subjects } : {}
}

const toDoctorOperation = (row: Row): DoctorOperation => ({
  key: row.key,
  operation: row.name,
  access: row.access,
  ...('resource' in row ? { resource: row.resource } : {}),
  ...('subject' in row ? { subject: row.subject } : {}),
  ...('needsActivation' in row ? { needsActivation: row.needsActivation } : {}),
  ...findsOf(row),
  codec: codecOf(row),
  ...(row.response === 'list'
    ? { list: (session, ids) => memberOf(row, session, ids) as Readable }
    : {
        one: (session, ids) =>
          row.key === 'authenticate' ? firstToken(session) : (memberOf(row, session, ids) as Observable<unknown>),
      }),
})

/** All operations that have not been replaced: for an earlier API version, the client itself uses the earlier path. */
const rows = Object.values(operationTable).filter((row) => !('until' in row))

const isHarmless = (row: Row): boolean => !('effect' in row) || row.effect === 'token'

/** The operations that change nothing, in the order in which they are tried. */
export const doctorOperations: ReadonlyArray<DoctorOperation> = rows.filter(isHarmless).map(toDoctorOperation)

const changesReason = 'it would change data'
const opensReason = 'it would open a bank form session'

/** The operations that are never tried, each with its reason. */
export const untriedOperations: ReadonlyArray<UntriedOperation> = rows
  .filter((row) => !isHarmless(row))
  .map((row) => ({
    key: row.key,
    operation: row.key === 'bankFormEdit' ? `${row.name} (edit)` : row.name,
    access: row.access,
    reason: 'effect' in row && (row.effect === 'form' || row.effect === 'session') ? opensReason : changesReason,
  }))
