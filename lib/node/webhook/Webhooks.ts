import type { Observable } from 'rxjs'
import type { WebhookEvent } from './WebhookEvent.js'
import type { WebhookRefused } from './WebhookRefused.js'

/** What a service tells of, and the handler that it tells it to. */
export interface Webhooks {
  /**
   * Takes a request, as Hono, Deno and others have it; `toNodeHandler` makes it one for Node, Express and Fastify. It
   * answers always, and never rejects: 200 at once when the signature is right, whatever becomes of the event.
   *
   * - `context`: Node's own request, whose body is read where the other has none.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>
  /**
   * The events, in the order in which they arrive, each once the answer has left.
   *
   * Hot: an event that comes while nobody is subscribed is answered 200, and lost. Never errors, never completes. A
   * subscriber that throws keeps no other from an event.
   */
  readonly events$: Observable<WebhookEvent>
  /** Why requests were no events, or no news. Hot; never errors, never completes. */
  readonly refused$: Observable<WebhookRefused>
  /** Those of `events$` about a user, of whatever type: a `trigger$` of the watchers of this user. */
  readonly of: (userUuid: string) => Observable<WebhookEvent>
  /** Those of `events$` about an item: a `trigger$` for `watchRefresh`. */
  readonly ofItem: (itemId: number) => Observable<WebhookEvent>
}
