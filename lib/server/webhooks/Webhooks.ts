import type { Observable } from 'rxjs'
import type { WebhookEvent } from './WebhookEvent.js'
import type { WebhookRefused } from './WebhookRefused.js'

/** The events of a service's webhooks, and the handler that receives them. */
export interface Webhooks {
  /**
   * Takes a `Request`, as in Hono and Deno; `toNodeHandler` makes a handler for Node, Express and Fastify of it. It
   * always answers, and never rejects: if the signature is valid it answers 200 at once, or once `keep` has completed,
   * whatever the subscribers do.
   *
   * - `context`: Node's own request, whose body is read if `request` has none.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>
  /**
   * The events, in the order in which they arrive. Each is emitted after its request was answered.
   *
   * Hot: an event that arrives while there is no subscriber is answered with 200, and lost. Never errors, never
   * completes. If a subscriber throws, the others still get the event.
   */
  readonly events$: Observable<WebhookEvent>
  /**
   * Hot. Emits why a request gave no event, such as an invalid signature or a repeated webhook. Never errors, never
   * completes.
   */
  readonly refused$: Observable<WebhookRefused>
  /** The events about a user, of any type: a `trigger$` for the watchers of this user. */
  readonly of: (userUuid: string) => Observable<WebhookEvent>
  /** The events about an item: a `trigger$` for `watchRefresh`. */
  readonly ofItem: (itemId: number) => Observable<WebhookEvent>
}
