import { NEVER, Observable, Subscription } from 'rxjs'
import { type Ending, notUnderstood, portClosed, refused } from './endings.js'
import { handleTable, type Links } from './links.js'
import { messages, type PortLike } from './Port.js'
import { messageOf, protocolVersion, toRenderer } from './protocol.js'
import type { Subscribe, ToMain } from './toMain.js'
import { decodeError } from './wireError.js'

/** A request to the main process. */
export type RemoteRequest = Omit<Subscribe, '_tag' | 'id'>

/** A value that arrived, with a function that acknowledges it to the main process. */
export interface Delivery {
  readonly value: unknown
  readonly taken: () => void
}

/** The renderer's end of one port. */
export interface RemoteSession {
  readonly isOpen: () => boolean
  readonly links: Links
  /**
   * Sends a request and emits the values of the answer. Cold. `input$` is subscribed to and sent on meanwhile. Errors
   * when the port closes.
   */
  readonly ask: (request: RemoteRequest, input$?: Observable<unknown>) => Observable<Delivery>
}

const read = messageOf(toRenderer)

/** The name of the operation, for errors. */
export const nameOf = ({ list, operation }: RemoteRequest): string =>
  list === undefined ? operation : `${list}.${operation}`

/**
 * How many values are acknowledged together: for events, a quarter of those that may be sent without being
 * acknowledged.
 */
const takenAtOnce = ({ operation }: RemoteRequest): number => (operation === 'events' ? 16 : 1)

/** The receiver of the values of one subscription. */
interface Listener {
  readonly next: (value: unknown) => void
  readonly error: (error: (operation: string) => unknown) => void
  readonly complete: () => void
}

/** Starts the exchange of messages on a port, until the port is closed. */
export const remoteSession = (port: PortLike): RemoteSession => {
  const live = new Map<number, Listener>()
  const received = new Subscription()
  let lastId = 0
  let ending: Ending | undefined

  const say = (message: ToMain): void => {
    if (ending === undefined) port.postMessage(message)
  }

  const end = (why: Ending): void => {
    ending = why
    for (const { error } of Array.from(live.values())) error(why)
    received.unsubscribe()
  }

  const settled = (id: number): Listener | undefined => {
    const listener = live.get(id)
    live.delete(id)
    return listener
  }

  const receive = (said: unknown): void => {
    const message = read(said)
    switch (message?._tag) {
      case undefined:
        end(notUnderstood)
        break
      case 'Hello':
        if (message.version !== protocolVersion) end(refused('version'))
        break
      case 'Refused':
        end(refused(message.reason))
        break
      case 'Next':
        live.get(message.id)?.next(message.value)
        break
      case 'Error':
        settled(message.id)?.error(() => decodeError(message.error))
        break
      case 'Complete':
        settled(message.id)?.complete()
    }
  }

  const ask = (request: RemoteRequest, input$: Observable<unknown> = NEVER): Observable<Delivery> =>
    new Observable((subscriber) => {
      const id = ++lastId
      let count = 0
      const taken = (): void => {
        count++
        if (count < takenAtOnce(request) || !live.has(id)) return
        say({ _tag: 'Taken', id, count })
        count = 0
      }
      const listener: Listener = {
        next: (value) => {
          subscriber.next({ value, taken })
        },
        error: (errorOf) => {
          subscriber.error(errorOf(nameOf(request)))
        },
        complete: () => {
          subscriber.complete()
        },
      }
      if (ending !== undefined) {
        listener.error(ending)
        return
      }
      live.set(id, listener)
      say({ _tag: 'Subscribe', id, ...request })
      subscriber.add(() => {
        if (live.delete(id)) say({ _tag: 'Unsubscribe', id })
      })
      subscriber.add(
        input$.subscribe({
          next: (value) => {
            say({ _tag: 'Input', id, value })
          },
          error: (error: unknown) => {
            subscriber.error(error)
          },
          complete: () => {
            say({ _tag: 'InputEnd', id })
          },
        }),
      )
    })

  received.add(
    messages(port).subscribe({
      next: receive,
      complete: () => {
        end(portClosed)
      },
    }),
  )
  say({ _tag: 'Hello', version: protocolVersion })

  return { isOpen: () => ending === undefined, links: handleTable(), ask }
}
