import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { Person } from './Person.js'

/** A token that the service issued to the process that runs. */
export interface Issued {
  readonly person: Person
  readonly token: string
  /** When it was asked for and when its answer came, by the wall clock, the monotonic clock and true time. */
  readonly asked: Moment
  readonly answered: Moment
  /** What the answer says: when the token expires, and the service's time, if it says that. */
  readonly expiresAt: number
  readonly reported: number | undefined
  /** Whether no fault changed what the answer says of the time. */
  readonly isTrue: boolean
}

/** A moment by all clocks, and by what the process can know of the time. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
  readonly now: number
  readonly known: number
}

/** A request on the wire. */
export interface Sent {
  readonly request: HttpRequest
  /** Whose it is; those of the application are nobody's. */
  readonly person: Person | undefined
  /** The bearer token in it. */
  readonly token: string | undefined
  readonly at: Moment
}
