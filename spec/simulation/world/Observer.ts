import type { ClientEvent } from '../../../lib/base/event/ClientEvent.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import type { Person } from './Person.js'
import type { Row } from './Row.js'
import type { Issued, Sent } from './Sent.js'

/** What is seen of a client from outside, as it happens. */
export interface Observer {
  /** A request leaves for the wire. */
  readonly sent?: (sent: Sent) => void
  /** A request comes to the service's door, whether anybody still waits for it or not. */
  readonly arrived?: (sent: Sent) => void
  /** A request ended: with a status, lost to a fault, or aborted by the client. */
  readonly settled?: (sent: Sent, outcome: number | 'lost' | 'aborted') => void
  /** An answer came, with any status. */
  readonly answered?: (sent: Sent, response: HttpResponse) => void
  /** The service issued a token. */
  readonly issued?: (issued: Issued) => void
  /** A subscriber was given a token. */
  readonly token?: (person: Person, token: AccessToken) => void
  readonly event?: (event: ClientEvent) => void
  /** A stream errored. */
  readonly failed?: (person: Person, operation: string, error: unknown) => void
  /** Somebody subscribes to an operation. */
  readonly entered?: (person: Person, operation: string) => void
  /** The last subscriber of an operation has unsubscribed. */
  readonly left?: (person: Person, operation: string) => void
  /** A batch came to `process`. */
  readonly reported?: (person: Person, operation: string, rows: ReadonlyArray<Row>) => void
  /** A batch was put into the sink. */
  readonly kept?: (person: Person, operation: string, rows: ReadonlyArray<Row>) => void
  /** A batch was emitted that carries a checkpoint. */
  readonly reached?: (person: Person, checkpoint: Date) => void
  /** A bookmark was kept by the store at the end of a round. */
  readonly saved?: (person: Person, key: string, bookmark: Bookmark) => void
  /** A bookmark was kept by the store without rows that the round in progress has changed. */
  readonly shortened?: (person: Person, key: string, bookmark: Bookmark) => void
  /** Rows of a user changed on the server, which stamped them so, if that is known. */
  readonly changed?: (person: Person, ids: ReadonlyArray<number>, stamp?: number) => void
  /** The process ended. */
  readonly crashed?: () => void
  /** An error went unhandled, or a timer of the platform was armed. */
  readonly unhandled?: (error: unknown) => void
  /** Between two actions. */
  readonly rest?: () => void
  /** Everything came to rest: nobody disturbed anything for hours, then everybody left. */
  readonly end?: () => void
}

/** The same with every kind of news. */
export type Notice = Required<Observer>

/** What tells several observers. */
export const tellAll = (observers: ReadonlyArray<Observer>): Notice => {
  const all = <A extends ReadonlyArray<unknown>>(listeners: ReadonlyArray<((...news: A) => void) | undefined>) => {
    const listening = listeners.filter((listener) => listener !== undefined)
    return (...news: A): void => {
      for (const listener of listening) listener(...news)
    }
  }
  return {
    sent: all(observers.map(({ sent }) => sent)),
    arrived: all(observers.map(({ arrived }) => arrived)),
    settled: all(observers.map(({ settled }) => settled)),
    answered: all(observers.map(({ answered }) => answered)),
    issued: all(observers.map(({ issued }) => issued)),
    token: all(observers.map(({ token }) => token)),
    event: all(observers.map(({ event }) => event)),
    failed: all(observers.map(({ failed }) => failed)),
    entered: all(observers.map(({ entered }) => entered)),
    left: all(observers.map(({ left }) => left)),
    reported: all(observers.map(({ reported }) => reported)),
    kept: all(observers.map(({ kept }) => kept)),
    reached: all(observers.map(({ reached }) => reached)),
    saved: all(observers.map(({ saved }) => saved)),
    shortened: all(observers.map(({ shortened }) => shortened)),
    changed: all(observers.map(({ changed }) => changed)),
    crashed: all(observers.map(({ crashed }) => crashed)),
    unhandled: all(observers.map(({ unhandled }) => unhandled)),
    rest: all(observers.map(({ rest }) => rest)),
    end: all(observers.map(({ end }) => end)),
  }
}
