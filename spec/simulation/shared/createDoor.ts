import { isSome } from 'fp-ts/lib/Option.js'
import { Observable, Subscription } from 'rxjs'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { reveal } from '../../../lib/base/Redacted.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Sandbox } from '../../../lib/testing/sandbox/Sandbox.js'
import { type Random, whole } from '../random.js'
import type { Process } from './createProcess.js'

/** What is seen at the door of the service. */
export interface Watcher {
  /** A request has arrived, whether its sender lives, or waits for it, or not. */
  readonly arrived: (request: HttpRequest, process: Process) => void
  /** The service has answered; what was given to its sender is told by `given`. */
  readonly answered: (request: HttpRequest, process: Process, response: HttpResponse) => void
  readonly given: (request: HttpRequest, process: Process, response: HttpResponse) => void
}

/** Who authenticates, by the text that names the user in the request. */
export const nameOf = ({ operation, body }: HttpRequest): string | undefined =>
  operation === 'authenticate' && isSome(body)
    ? (JSON.parse(reveal(body.value)) as { readonly external_user_id: string }).external_user_id
    : undefined

/**
 * The way to a service that several processes share. What has left arrives, also where its sender has died since, or waits no
 * more: before the time is up for which it would have waited.
 */
export const createDoor =
  (world: VirtualClock, sandbox: Sandbox, random: Random, watcher: Watcher) =>
  (process: Process): Http =>
  (request) =>
    new Observable((subscriber) => {
      const back = new Subscription()
      const there = Math.min(random() < 0.1 ? whole(random, 0, 20_000) : whole(random, 20, 300), request.timeout)
      world.scheduler.schedule(() => {
        watcher.arrived(request, process)
        const serving = sandbox.http(request).subscribe({
          next: (response) => {
            watcher.answered(request, process, response)
            const deliver = (): void => {
              if (subscriber.closed) return
              watcher.given(request, process, response)
              subscriber.next(response)
              subscriber.complete()
            }
            back.add(process.clock.scheduler.schedule(deliver, whole(random, 10, 200)))
          },
          error: (error: unknown) => {
            back.add(process.clock.scheduler.schedule(() => subscriber.error(error), 10))
          },
        })
        back.add(serving)
      }, there)
      return back
    })
