import type { Observable } from 'rxjs'
import type { WebhookEvent } from './WebhookEvent.js'
import type { WebhookRefused } from './WebhookRefused.js'

/** The events of a service's webhooks, and the handler that receives them. */
export interface Webhooks {
  /**
   * Takes a `Request`, as in Hono and Deno; `toNodeHandler` makes a handler for Node, Express and Fastify. It answers
   * always, and never rejects: 200 at once when the signature is right, whatever the subscribers do.
   *
   * - `context`: Node's own request, whose body is read where `request` has none.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>
  /**
   * The events, in the order in which they arrive, each after its request was answered.
   *
   * Hot: an event that comes while nobody is subscribed is answered 200, and lost. Never errors, never completes. If
   * a subscriber throws, the others still get the event.
   */
  readonly events$: Observable<WebhookEvent>
  /** Why requests gave no event, such as a wrong signature, or a webhook that came before. Hot; never errors, never completes. */
  readonly refused$: Observable<WebhookRefused>
  /** Those of `events$` about a user, of whatever type: a `trigger$` of the watchers of this user. */
  readonly of: (userUuid: string) => Observable<WebhookEvent>
  /** Those of `events$` about an item: a `trigger$` for `watchRefresh`. */
  readonly ofItem: (itemId: number) => Observable<WebhookEvent>
}
