import { NEVER, Observable, Subscription } from 'rxjs'
import { createHandleTable, type Links } from './linkTables.js'
import type { Subscribe, ToMain } from './mainMessages.js'
import { messages, type PortLike } from './Port.js'
import { messageOf, protocolVersion, toRenderer } from './protocol.js'
import { type CreateSessionError, decodeError, portClosed, portRefused, undecodableMessage } from './wireError.js'

/** A request to the main process. */
export type RemoteRequest = Omit<Subscribe, '_tag' | 'id'>

/** A value that arrived, with a function that acknowledges it to the main process. */
export interface RemoteValue {
  readonly value: unknown
  readonly acknowledge: () => void
}

/** The renderer's end of one port. */
export interface RemoteSession {
  readonly isOpen: () => boolean
  readonly links: Links
  /**
   * Sends a request and emits the values of the response. Cold. While it runs, the values of `input$` are sent to the
   * main process. Errors when the port closes.
   */
  readonly ask: (request: RemoteRequest, input$?: Observable<unknown>) => Observable<RemoteValue>
}

const read = messageOf(toRenderer)

/** The name of the operation, for errors. */
export const nameOf = ({ list, operation }: RemoteRequest): string =>
  list === undefined ? operation : `${list}.${operation}`

/**
 * How many values one acknowledgement confirms. For events it is 16, a quarter of their window in `serveOperation`.
 */
const acknowledgementSize = ({ operation }: RemoteRequest): number => (operation === 'events' ? 16 : 1)

/** The receiver of the values of one subscription. */
interface Listener {
  readonly next: (value: unknown) => void
  /** Takes a function from the name of the operation to the error, because one reason ends many operations. */
  readonly error: (createError: (operation: string) => unknown) => void
  readonly complete: () => void
}

/** Starts the exchange of messages on a port, until the port is closed. */
export const remoteSession = (port: PortLike): RemoteSession => {
  const listeners = new Map<number, Listener>()
  const subscription = new Subscription()
  let lastId = 0
  let sessionError: CreateSessionError | undefined

  const post = (message: ToMain): void => {
    if (sessionError === undefined) port.postMessage(message)
  }

  const end = (reason: CreateSessionError): void => {
    sessionError = reason
    for (const { error } of Array.from(listeners.values())) error(reason)
    subscription.unsubscribe()
  }

  const takeListener = (id: number): Listener | undefined => {
    const listener = listeners.get(id)
    listeners.delete(id)
    return listener
  }

  const receive = (data: unknown): void => {
    const message = read(data)
    switch (message?._tag) {
      case undefined:
        end(undecodableMessage)
        break
      case 'Hello':
        if (message.version !== protocolVersion) end(portRefused('version'))
        break
      case 'Refused':
        end(portRefused(message.reason))
        break
      case 'Next':
        listeners.get(message.id)?.next(message.value)
        break
      case 'Error':
        takeListener(message.id)?.error(() => decodeError(message.error))
        break
      case 'Complete':
        takeListener(message.id)?.complete()
    }
  }

  const ask = (request: RemoteRequest, input$: Observable<unknown> = NEVER): Observable<RemoteValue> =>
    // Operators cannot express this: a subscription registers under an id, and its end must be posted to the main
    // process.
    new Observable((subscriber) => {
      const id = ++lastId
      let count = 0
      const acknowledge = (): void => {
        count++
        if (count < acknowledgementSize(request) || !listeners.has(id)) return
        post({ _tag: 'Acknowledge', id, count })
        count = 0
      }
      const listener: Listener = {
        next: (value) => {
          subscriber.next({ value, acknowledge })
        },
        error: (createError) => {
          subscriber.error(createError(nameOf(request)))
        },
        complete: () => {
          subscriber.complete()
        },
      }
      if (sessionError !== undefined) {
        listener.error(sessionError)
        return
      }
      listeners.set(id, listener)
      post({ _tag: 'Subscribe', id, ...request })
      subscriber.add(() => {
        if (listeners.delete(id)) post({ _tag: 'Unsubscribe', id })
      })
      subscriber.add(
        input$.subscribe({
          next: (value) => {
            post({ _tag: 'Input', id, value })
          },
          error: (error: unknown) => {
            subscriber.error(error)
          },
          complete: () => {
            post({ _tag: 'InputEnd', id })
          },
        }),
      )
    })

  subscription.add(
    messages(port).subscribe({
      next: receive,
      complete: () => {
        end(portClosed)
      },
    }),
  )
  post({ _tag: 'Hello', version: protocolVersion })

  return { isOpen: () => sessionError === undefined, links: createHandleTable(), ask }
}
