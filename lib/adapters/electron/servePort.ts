import { none } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, ignoreElements, Observable, Subject, Subscription, tap } from 'rxjs'
import { DecodeError } from '../../base/error/DecodeError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { RequestNotSent } from '../../base/error/RequestNotSent.js'
import { createFlowControl, type FlowControl } from './flowControl.js'
import { type Subscribe, toMain } from './mainMessages.js'
import { messages, type PortLike } from './Port.js'
import { messageOf, protocolVersion, type Refusal, type ToRenderer } from './protocol.js'
import { serveOperation, type Source } from './serveOperation.js'
import { encodeError, RemoteError } from './wireError.js'

/** The maximum nesting of objects: more than any row has, and less than structured cloning can handle. */
export const maxDepth = 200

/**
 * Whether an object is nested too deeply to be sent: a message that the other end cannot read would close the port. As in
 * structured cloning, only the first occurrence of an object counts.
 */
export const isTooDeep = (value: unknown): boolean => {
  const visited = new Set<object>()
  const exceedsDepth = (value: unknown, remainingDepth: number): boolean => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return false
    if (remainingDepth === 0) return true
    visited.add(value)
    for (const key in value)
      if (exceedsDepth((value as Readonly<Record<string, unknown>>)[key], remainingDepth - 1)) return true
    return false
  }
  return exceedsDepth(value, maxDepth)
}

const maxWeight = 10_000

const allowedTypes = new Set(['[object Array]', '[object Date]', '[object Object]'])

/**
 * Whether a request of a page is small enough to be kept in the main process until it is answered. Strings and keys
 * count by their length, other values as 1. Values that no request contains, such as buffers and maps, are refused.
 */
export const isSmallRequest = (request: unknown): boolean => {
  const values = [request]
  let weight = 0
  for (const value of values) {
    weight += typeof value === 'string' ? value.length : 1
    if (weight > maxWeight || typeof value === 'bigint') return false
    if (typeof value !== 'object' || value === null) continue
    if (!allowedTypes.has(Object.prototype.toString.call(value))) return false
    for (const key in value) {
      weight += key.length
      if (weight + values.length > 2 * maxWeight) return false
      values.push((value as Readonly<Record<string, unknown>>)[key])
    }
  }
  return true
}

interface LiveSubscription {
  readonly flowControl: FlowControl
  readonly input$: Subject<unknown>
  readonly subscription: Subscription
}

const read = messageOf(toMain)

const tooDeep = [{ path: '', expected: `objects that are nested at most ${String(maxDepth)} deep` }]

/** Sends the renderer the reason for which its port is not served, and closes the port. */
export const refuse = (port: PortLike, reason: Refusal): Observable<never> =>
  defer(() => {
    port.postMessage({ _tag: 'Refused', reason })
    port.close()
    return EMPTY
  })

/**
 * Serves the renderer at the other end of a port.
 *
 * Emits nothing. Completes when the renderer closes the port, or when the port is closed here because of an invalid
 * message. Unsubscribing closes the port. In all cases its subscriptions end.
 */
export const servePort = (port: PortLike, source: Source, maxSubscriptions: number): Observable<never> =>
  // Operators cannot express this: one port carries many subscriptions, by their ids, and invalid messages must close it.
  new Observable((subscriber) => {
    const liveSubscriptions = new Map<number, LiveSubscription>()
    let hasReceivedHello = false
    let lastId = 0

    const post = (message: ToRenderer): void => {
      port.postMessage(message)
    }

    const close = (reason: Refusal): void => {
      post({ _tag: 'Refused', reason })
      subscriber.complete()
    }

    const fail = (id: number, error: unknown): void => {
      liveSubscriptions.delete(id)
      post({ _tag: 'Error', id, error: encodeError(error) })
    }

    const startSubscription = (request: Subscribe): void => {
      const { id, operation } = request
      if (liveSubscriptions.size >= maxSubscriptions) {
        fail(id, new RequestNotSent({ operation, page: none, reason: 'queue', retryAfter: none }))
        return
      }
      if (!isSmallRequest(request)) {
        fail(id, wrongOption('/settings', 'arguments and options of at most 10,000 characters'))
        return
      }
      const liveSubscription: LiveSubscription = {
        flowControl: createFlowControl(),
        input$: new Subject(),
        subscription: new Subscription(),
      }
      liveSubscriptions.set(id, liveSubscription)
      const send = (value: unknown): void => {
        if (isTooDeep(value)) throw new DecodeError({ operation, page: none, reason: 'shape', issues: tooDeep })
        try {
          post({ _tag: 'Next', id, value })
        } catch {
          throw new RemoteError(
            'DataCloneError',
            `${operation}: a value cannot be sent through the port; use plain data`,
          )
        }
        liveSubscription.flowControl.countSent()
      }
      liveSubscription.subscription.add(
        defer(() => serveOperation(source, request, liveSubscription))
          .pipe(tap(send), ignoreElements())
          .subscribe({
            error: (error: unknown) => {
              fail(id, error)
            },
            complete: () => {
              liveSubscriptions.delete(id)
              post({ _tag: 'Complete', id })
            },
          }),
      )
    }

    const receive = (data: unknown): void => {
      const message = read(data)
      if (message === undefined || hasReceivedHello === (message._tag === 'Hello')) {
        close('message')
        return
      }
      switch (message._tag) {
        case 'Hello':
          hasReceivedHello = true
          if (message.version === protocolVersion) post({ _tag: 'Hello', version: protocolVersion })
          else close('version')
          break
        case 'Subscribe':
          if (message.id > lastId) {
            lastId = message.id
            startSubscription(message)
          } else close('message')
          break
        case 'Acknowledge':
          if (liveSubscriptions.get(message.id)?.flowControl.acknowledge(message.count) === false) close('message')
          break
        case 'Input':
          liveSubscriptions.get(message.id)?.input$.next(message.value)
          break
        case 'InputEnd':
          liveSubscriptions.get(message.id)?.input$.complete()
          break
        case 'Unsubscribe':
          liveSubscriptions.get(message.id)?.subscription.unsubscribe()
          liveSubscriptions.delete(message.id)
      }
    }

    subscriber.add(
      messages(port).subscribe({
        next: receive,
        complete: () => {
          subscriber.complete()
        },
      }),
    )
    subscriber.add(() => {
      for (const { subscription } of liveSubscriptions.values()) subscription.unsubscribe()
      liveSubscriptions.clear()
    })
  })
