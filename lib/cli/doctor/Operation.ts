import type * as t from 'io-ts'
import type { Observable } from 'rxjs'
import type { Access, Client, Page, ProfilePaths, ServiceProfile, UserClient } from '../../index.js'

/** What there is to ask about: what was found in answers. */
export interface Subjects {
  readonly user: string
  readonly item: number
  readonly account: number
  readonly bank: number
  readonly category: number
  readonly stock: number
  readonly transaction: number
}

/** Who asks. */
export interface Session {
  readonly client: Client
  readonly user: UserClient
  /** Since when changes are asked for. */
  readonly since: Date
}

/** What can be read of a list. */
export interface Readable {
  readonly pages: (config: { readonly limit: number }) => Observable<Page<unknown>>
}

/** An operation of the profile. */
export interface Named {
  readonly key: keyof ProfilePaths
  readonly operation: string
  readonly access: Access
}

/** An operation that reads, and changes nothing: a list, or one answer. */
export interface Operation extends Named {
  /** What it is about, where it is about one thing. */
  readonly about?: keyof Subjects
  /** What its first row can be asked about. */
  readonly finds?: keyof Subjects
  /** The codec of a row, or of the answer. */
  readonly codec: (profile: ServiceProfile) => t.Mixed
  readonly list?: (session: Session, subjects: Subjects) => Readable
  readonly one?: (session: Session, subjects: Subjects) => Observable<unknown>
}

/** An operation that is not tried. */
export interface Untried extends Named {
  readonly reason: string
}
