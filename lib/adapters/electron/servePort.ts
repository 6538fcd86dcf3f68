import { none } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, ignoreElements, Observable, Subject, Subscription, tap } from 'rxjs'
import { DecodeError } from '../../base/error/DecodeError.js'
import { RequestWithheld } from '../../base/error/RequestWithheld.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { createCredit, type Credit } from './credit.js'
import { isTooDeep, mostLevels } from './depth.js'
import { messages, type PortLike } from './Port.js'
import { messageOf, protocolVersion, type Refusal, type ToRenderer } from './protocol.js'
import { RemoteError } from './RemoteError.js'
import { serveOperation, type Source } from './serveOperation.js'
import { type Subscribe, toMain } from './toMain.js'
import { isLight } from './weight.js'
import { encodeError } from './wireError.js'

interface Live {
  readonly credit: Credit
  readonly input$: Subject<unknown>
  readonly subscription: Subscription
}

const read = messageOf(toMain)

const tooDeep = [{ path: '', expected: `objects at most ${String(mostLevels)} deep in one another` }]

/** Tells the renderer why its port is not served, and closes the port. */
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
  new Observable((subscriber) => {
    const live = new Map<number, Live>()
    let isGreeted = false
    let lastId = 0

    const say = (message: ToRenderer): void => {
      port.postMessage(message)
    }

    const close = (reason: Refusal): void => {
      say({ _tag: 'Refused', reason })
      subscriber.complete()
    }

    const fail = (id: number, error: unknown): void => {
      live.delete(id)
      say({ _tag: 'Error', id, error: encodeError(error) })
    }

    const begin = (request: Subscribe): void => {
      const { id, operation } = request
      if (live.size >= maxSubscriptions) {
        fail(id, new RequestWithheld({ operation, page: none, reason: 'queue', retryAfter: none }))
        return
      }
      if (!isLight(request)) {
        fail(id, wrongOption('/settings', 'less: arguments and options of 10,000 characters at most'))
        return
      }
      const begun: Live = { credit: createCredit(), input$: new Subject(), subscription: new Subscription() }
      live.set(id, begun)
      const send = (value: unknown): void => {
        if (isTooDeep(value)) throw new DecodeError({ operation, page: none, reason: 'shape', issues: tooDeep })
        try {
          say({ _tag: 'Next', id, value })
        } catch {
          throw new RemoteError('DataCloneError', `${operation}: a value that cannot be sent: give plain data`)
        }
        begun.credit.sent()
      }
      begun.subscription.add(
        defer(() => serveOperation(source, request, begun))
          .pipe(tap(send), ignoreElements())
          .subscribe({
            error: (error: unknown) => {
              fail(id, error)
            },
            complete: () => {
              live.delete(id)
              say({ _tag: 'Complete', id })
            },
          }),
      )
    }

    const receive = (said: unknown): void => {
      const message = read(said)
      if (message === undefined || isGreeted === (message._tag === 'Hello')) {
        close('message')
        return
      }
      switch (message._tag) {
        case 'Hello':
          isGreeted = true
          if (message.version === protocolVersion) say({ _tag: 'Hello', version: protocolVersion })
          else close('version')
          break
        case 'Subscribe':
          if (message.id > lastId) {
            lastId = message.id
            begin(message)
          } else close('message')
          break
        case 'Taken':
          if (live.get(message.id)?.credit.take(message.count) === false) close('message')
          break
        case 'Input':
          live.get(message.id)?.input$.next(message.value)
          break
        case 'InputEnd':
          live.get(message.id)?.input$.complete()
          break
        case 'Unsubscribe':
          live.get(message.id)?.subscription.unsubscribe()
          live.delete(message.id)
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
      for (const { subscription } of live.values()) subscription.unsubscribe()
      live.clear()
    })
  })
