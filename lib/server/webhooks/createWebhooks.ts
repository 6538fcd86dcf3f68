import { createHash } from 'node:crypto'
import type * as t from 'io-ts'
import {
  catchError,
  concatMap,
  defer,
  endWith,
  filter,
  finalize,
  firstValueFrom,
  ignoreElements,
  map,
  type Observable,
  of,
  share,
  Subject,
  throwError,
} from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import type { Clock } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/delay.js'
import { id } from '../../base/codec/id.js'
import { uuid } from '../../base/codec/uuid.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { describeIssues } from '../../base/error/describeIssues.js'
import { markVerified } from '../../base/event/verifiedWebhooks.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { createRecencyMap } from '../recencyMap.js'
import { type CreateWebhooksConfig, webhookSettings } from './CreateWebhooksConfig.js'
import { readBytes } from './readBytes.js'
import { isDeletion, isOfItem, isOfUser, momentOf, readEvent, type WebhookEvent } from './readEvent.js'
import { isSigned, signatureHeader } from './signature.js'
import { RefusalError, statuses, type WebhookRefusal } from './WebhookRefusal.js'

/** The maximum number of digests in memory, at about 150 bytes each. */
const maxBodies = 100_000

interface SeenBody {
  readonly key: string
  readonly seenAt: number
}

/** The bodies that were received before. */
interface SeenBodies {
  /** The digest of a body. */
  readonly keyOf: (body: Uint8Array) => string
  /** Returns whether a body is remembered. */
  readonly has: (body: Uint8Array) => boolean
  /** Remembers a body. Returns whether it is new. */
  readonly add: (body: Uint8Array) => boolean
}

/** Remembers bodies for `lifetime` milliseconds. It compares digests of the bodies, because webhooks have no id. */
export const createSeenBodies = (clock: Clock, lifetime: number): SeenBodies => {
  const seen = createRecencyMap<SeenBody>()

  const forgetOldestWhile = (condition: (first: SeenBody) => boolean): void => {
    for (let first = seen.first(); first !== undefined && condition(first); first = seen.first()) seen.delete(first.key)
  }

  const keyOf = (body: Uint8Array): string => {
    forgetOldestWhile((first) => first.seenAt < clock.monotonic() - lifetime)
    return createHash('sha256').update(body).digest('base64')
  }

  return {
    keyOf,
    has: (body) => seen.get(keyOf(body)) !== undefined,
    add: (body) => {
      const key = keyOf(body)
      if (seen.get(key) !== undefined) return false
      forgetOldestWhile(() => seen.size() >= maxBodies)
      seen.put(key, { key, seenAt: clock.monotonic() })
      return true
    },
  }
}

/** The events of a service's webhooks, and the handler that receives them. */
export interface Webhooks {
  /**
   * Takes a `Request`, as in Hono and Deno; `toNodeHandler` adapts it to Node, Express and Fastify. The Promise always
   * resolves to a `Response`. An accepted webhook gets a 200 at once, or once `storeEvent` has completed, whatever the
   * subscribers do.
   *
   * - `context`: Node's own request, whose body is read if `request` has none.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>
  /**
   * The events, in the order in which they arrive. Each is emitted after the response to its request.
   *
   * Hot: an event that arrives while nobody is subscribed gets a 200, and is lost. Never errors, never completes. If a
   * subscriber throws, the others still get the event. RxJS throws that error where nothing can catch it, so a Node
   * process exits. Catch errors in the subscriber, or set `config.onUnhandledError` of `rxjs`.
   */
  readonly events$: Observable<WebhookEvent>
  /**
   * Hot. Emits why a request was refused, for example because of an invalid signature, or why it emitted no event.
   * Never errors, never completes.
   */
  readonly refusals$: Observable<WebhookRefusal>
  /** Hot. Emits all events about a user: use it as `trigger$` of this user's watchers. */
  readonly eventsOfUser: (userUuid: string) => Observable<WebhookEvent>
  /** Hot. Emits all events about an item: use it as `trigger$` of `watchRefresh`. */
  readonly eventsOfItem: (itemId: number) => Observable<WebhookEvent>
}

/** The maximum number of requests whose bodies arrive, or whose events are stored, at the same time. */
const maxInFlight = 1000

const utf8 = new TextDecoder('utf-8', { fatal: true })

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new RefusalError('malformed')
  }
}

const isJson = ({ headers }: Request): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? 'application/json') &&
  /^identity$/i.test(headers.get('content-encoding') ?? 'identity')

/** The address that the app's own proxy has appended. */
const addressOf = ({ headers }: Request): string => headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''

const checkArgument = <A>(path: string, codec: t.Type<A, unknown>, value: unknown): A => {
  if (codec.is(value)) return value
  throw wrongOption(path, codec.name)
}

const respond = (status: number): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...(status === 405 && { Allow: 'POST' }) } })

/**
 * Receives the webhooks of a service. Creates a request handler that verifies signatures, and a stream of events.
 *
 * - The signature covers the bytes of the body. Every `v1` value of the header is compared with each of `secrets`.
 * - A body that was received before emits no second event. This process remembers the digests of the last 100,000
 *   bodies for twice `maxAge`.
 * - With `storeEvent`, an event is stored before the response is sent; two deliveries at the same time are stored once.
 * - Responses have only a status; `refusals$` emits the reasons.
 *
 * Throws one `ConfigError` that names the invalid options, ten at most.
 *
 * @example
 * import { createWebhooks, signTestWebhook } from 'rxbank/node'
 * import { firstValueFrom } from 'rxjs'
 *
 * const webhooks = createWebhooks({ secrets: ['5ecret'] })
 * const userUuid = '766b2f5d-a942-492c-9ea7-2e5aa88cb672'
 * const seen = firstValueFrom(webhooks.eventsOfUser(userUuid))
 *
 * const event = { type: 'item.refreshed', content: { item_id: 7984384, status_code: 0, user_uuid: userUuid } }
 * const { status } = await webhooks.handler(signTestWebhook({ secret: '5ecret', event }).request)
 * assert.deepStrictEqual(status, 200)
 * assert.deepStrictEqual((await seen)._tag, 'ItemRefreshed')
 *
 * const forged = await webhooks.handler(signTestWebhook({ secret: 'other', event }).request)
 * assert.deepStrictEqual(forged.status, 401)
 */
export const createWebhooks = (config: CreateWebhooksConfig): Webhooks => {
  const { addresses, clock, onError, storeEvent, maxAge, maxBodySize, secrets, timeout } = webhookSettings(config)
  const seenBodies = createSeenBodies(clock, 2 * maxAge)
  const events$ = new Subject<WebhookEvent>()
  const refusals$ = new Subject<WebhookRefusal>()
  let inFlight = 0

  /**
   * A deletion is accepted at any age. It must not be lost, and a deleted resource never returns, so a replay does no
   * harm.
   */
  const isStale = (event: WebhookEvent): boolean =>
    !isDeletion(event) && Math.abs(clock.wall() - (momentOf(event) ?? clock.wall())) > maxAge

  const accept = (header: string, body: Uint8Array): WebhookEvent => {
    if (!isSigned(secrets, header, body)) throw new RefusalError('forged')
    const event = readEvent(textOf(body))
    if (event === undefined) throw new RefusalError('malformed')
    if (event._tag === 'InvalidEvent' && isDeletion(event))
      throw new RefusalError('invalidDeletion', { cause: new Error(describeIssues(event.issues)) })
    if (isStale(event)) throw new RefusalError('stale')
    if (seenBodies.has(body)) throw new RefusalError('repeated')
    return markVerified(event)
  }

  const store = (event: WebhookEvent): Observable<unknown> =>
    storeEvent === undefined
      ? of(undefined)
      : defer(() => storeEvent(event)).pipe(
          ignoreTeardownErrors,
          ignoreElements(),
          endWith(undefined),
          firstOrTimeout(clock, timeout, () => new Error(`storeEvent did not complete within ${String(timeout)} ms`)),
          catchError((cause: unknown) => throwError(() => new RefusalError('notStored', { cause }))),
        )

  /** The stores in progress, by the digest of the body. */
  const storesInProgress = new Map<string, Observable<unknown>>()

  /** Stores an event once. A second delivery that arrives in the meantime waits for the first. */
  const storeOnce = (event: WebhookEvent, body: Uint8Array): Observable<unknown> =>
    defer(() => {
      const key = seenBodies.keyOf(body)
      const stored$ =
        storesInProgress.get(key) ??
        store(event).pipe(
          finalize(() => storesInProgress.delete(key)),
          share(),
        )
      storesInProgress.set(key, stored$)
      return stored$
    })

  /**
   * Emits an event once it is stored. Only then is its body remembered, so the service can send an event again until
   * then.
   */
  const acceptOnce = (event: WebhookEvent, body: Uint8Array): Observable<WebhookEvent> =>
    storeOnce(event, body).pipe(
      map(() => {
        if (!seenBodies.add(body)) throw new RefusalError('repeated')
        return event
      }),
    )

  const receive = (request: Request, context: unknown): Observable<WebhookEvent> =>
    defer(() => {
      if (request.method !== 'POST') throw new RefusalError('method')
      if (!isJson(request)) throw new RefusalError('contentType')
      if (addresses?.includes(addressOf(request)) === false) throw new RefusalError('address')
      const header = request.headers.get(signatureHeader)
      if (header === null) throw new RefusalError('unsigned')
      if (inFlight >= maxInFlight) throw new RefusalError('busy')
      inFlight++
      return readBytes(request, context, maxBodySize).pipe(
        firstOrTimeout(clock, timeout, () => new RefusalError('tooSlow')),
        concatMap((body) => acceptOnce(accept(header, body), body)),
        finalize(() => inFlight--),
      )
    })

  return {
    handler: (request, context) =>
      firstValueFrom(
        receive(request, context).pipe(
          map((event) => {
            afterTurn(clock, of(event)).subscribe((accepted) => events$.next(accepted))
            return respond(200)
          }),
          catchError((error: unknown) => {
            const { reason, details } =
              error instanceof RefusalError ? error : ({ reason: 'failed', details: { cause: error } } as const)
            if (details !== undefined) of(details.cause).subscribe(onError)
            refusals$.next({ reason, time: new Date(clock.wall()), ...details })
            return of(respond(statuses[reason]))
          }),
        ),
      ),
    events$: events$.asObservable(),
    refusals$: refusals$.asObservable(),
    eventsOfUser: (userUuid) => defer(() => events$.pipe(filter(isOfUser(checkArgument('/userUuid', uuid, userUuid))))),
    eventsOfItem: (itemId) => defer(() => events$.pipe(filter(isOfItem(checkArgument('/itemId', id, itemId))))),
  }
}
