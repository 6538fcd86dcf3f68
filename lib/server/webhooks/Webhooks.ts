import type { Observable } from 'rxjs'
import type { WebhookEvent } from './WebhookEvent.js'
import type { WebhookRefusal } from './WebhookRefusal.js'

/** The events of a service's webhooks, and the handler that receives them. */
export interface Webhooks {
  /**
   * Takes a `Request`, as in Hono and Deno; `toNodeHandler` adapts it to Node, Express and Fastify. The Promise always
   * resolves to a `Response`. An accepted webhook is answered with 200 at once, or once `storeEvent` has completed, whatever
   * the subscribers do.
   *
   * - `context`: Node's own request, whose body is read if `request` has none.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>
  /**
   * The events, in the order in which they arrive. Each is emitted after its request was answered.
   *
   * Hot: an event that arrives while nobody is subscribed is answered with 200, and lost. Never errors, never completes.
   * If a subscriber throws, the others still get the event. RxJS throws that error where nothing can catch it, which ends a
   * process of Node: catch errors in the subscriber, or set `config.onUnhandledError` of `rxjs`.
   */
  readonly events$: Observable<WebhookEvent>
  /**
   * Hot. Emits why a request was refused, for example because of an invalid signature, or why it emitted no event. Never
   * errors, never completes.
   */
  readonly refusals$: Observable<WebhookRefusal>
  /** Hot. Emits all events about a user: use it as `trigger$` of this user's watchers. */
  readonly eventsOfUser: (userUuid: string) => Observable<WebhookEvent>
  /** Hot. Emits all events about an item: use it as `trigger$` of `watchRefresh`. */
  readonly eventsOfItem: (itemId: number) => Observable<WebhookEvent>
}
