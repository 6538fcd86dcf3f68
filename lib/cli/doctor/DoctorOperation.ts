import type * as t from 'io-ts'
import type { Observable } from 'rxjs'
import type { Client } from '../../client/Client.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Access } from '../../service/api/Request.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { ProfilePaths, ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { Page } from '../../streams/pages/Page.js'

/** The ids that operations need, taken from earlier answers. */
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
export interface Readable {
  readonly pages: (config: { readonly limit: number }) => Observable<Page<unknown>>
}

/** An operation of the profile. */
export interface NamedOperation {
  readonly key: keyof ProfilePaths
  readonly operation: string
  readonly access: Access
}

/** An operation that reads, and changes nothing: a list, or one answer. */
export interface DoctorOperation extends NamedOperation {
  /** The resource of the answer, or of its rows. */
  readonly resource?: keyof Resources
  /** The kind of id that the operation needs, if it needs one. */
  readonly subject?: keyof Subjects
  /** Whether a 403 or 404 only says that it was not activated for the application. */
  readonly needsActivation?: true
  /** The kind of id that an answer provides for later operations. */
  readonly finds?: keyof Subjects
  /** The codec of a row, or of the answer. */
  readonly codec: (profile: ServiceProfile) => t.Mixed
  readonly list?: (session: Session, subjects: Subjects) => Readable
  readonly one?: (session: Session, subjects: Subjects) => Observable<unknown>
}

/** An operation that is not tried. */
export interface UntriedOperation extends NamedOperation {
  readonly reason: string
}
