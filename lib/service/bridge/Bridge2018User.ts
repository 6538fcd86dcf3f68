import * as t from 'io-ts'
import { lenient, record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/uuid.js'
import { fieldOf2018 } from './profileField.js'

/** A user of the application, as of 2018-06-15; recorded. */
export interface Bridge2018User {
  /** The id: a UUID. Recorded. */
  readonly uuid: string
  /** The email of the user, a text with an `@`; the address need not exist. Recorded. */
  readonly email: string
  /** The path of the user. Recorded. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `user`. Recorded. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018User}. */
export const bridge2018User = record<Bridge2018User>(
  'user',
  { uuid, email: fieldOf2018(t.string) },
  lenient({ resource_uri: t.string, resource_type: t.string }),
)
