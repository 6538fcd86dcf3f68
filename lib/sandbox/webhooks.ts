import { hmac } from '#hmac'
import { catchError, concatMap, forkJoin, map, NEVER, type Observable, of, Subject, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import { createAgenda } from './agenda.js'
import type { Change } from './Change.js'
import { createPost } from './postWebhook.js'
import type { ItemState } from './users.js'
import type { WebhookEntry, WebhookOutcome } from './WebhookEntry.js'
import { type EventBody, webhookEvents } from './webhookEvents.js'
import type { WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'
import type { World } from './World.js'

const kept = 10_000

const silent = { journal: { entries: () => [], clear: () => undefined, changes$: NEVER }, reschedule: () => undefined }

/** Sends the webhooks of a sandbox. */
export interface WebhookSender {
  readonly journal: WebhookJournal
  /** To be called after `advance` has moved the sandbox's time ahead of its clock. */
  readonly reschedule: () => void
}

/** The parts of a sandbox that a sender needs. */
export interface SenderConfig {
  readonly changes$: Observable<Change>
  readonly clock: Clock
  readonly profile: ServiceInterface
  readonly world: World
}

/** Sends webhooks for the changes in a sandbox; without a configuration, none. */
export const createWebhookSender = (
  config: WebhooksConfig | undefined,
  { changes$, clock, profile, world }: SenderConfig,
): WebhookSender => {
  if (config === undefined) return silent
  const {
    url = 'https://app.sandbox.invalid/webhooks',
    deliver = createPost(),
    secrets = ['sandbox-webhook-secret'],
  } = config
  const agenda = createAgenda(clock, world.now)
  const events = webhookEvents(profile, world)
  const entries = new Map<number, WebhookEntry>()
  const changes = new Subject<WebhookEntry>()
  /** New items whose accounts no webhook has announced yet. */
  const empty = new WeakSet<ItemState>()
  let count = 0

  const note = (entry: WebhookEntry): void => {
    entries.set(entry.number, entry)
    entries.delete(entry.number - kept)
    changes.next(entry)
  }

  const send = (body: string): Observable<WebhookOutcome> =>
    forkJoin(secrets.map((secret) => hmac(secret, body))).pipe(
      map((signatures) => signatures.map((signature) => `v1=${signature}`).join(',')),
      map((signature) => ({ 'BridgeApi-Signature': signature, 'Content-Type': 'application/json' })),
      concatMap((headers) => deliver(new Request(url, { method: 'POST', headers, body }))),
      take(1),
      map(({ status }) => status),
      catchError(() => of('failed' as const)),
    )

  const post = ({ type, userUuid, content }: EventBody): void => {
    const now = world.now()
    const entry = { number: ++count, time: new Date(now), type, userUuid }
    note({ ...entry, status: 'pending' })
    agenda.at(now, () => {
      send(JSON.stringify({ content, timestamp: now, type })).subscribe((status) => note({ ...entry, status }))
    })
  }

  const awaitEnd = (change: Extract<Change, { readonly type: 'RefreshStarted' }>): void => {
    const { user, item } = change
    const { refresh } = item
    agenda.at(refresh.endsAt, () => {
      if (item.refresh !== refresh || !user.items.includes(item)) return
      if (refresh.outcome === 'finished' && empty.delete(item)) events.accountsCreated(change).forEach(post)
      post(events.itemRefreshed(change))
    })
  }

  changes$.subscribe((change) => {
    switch (change.type) {
      case 'ItemCreated':
        empty.add(change.item)
        post(events.itemCreated(change))
        break
      case 'RefreshStarted':
        awaitEnd(change)
        break
      case 'TransactionsChanged':
        events.accountUpdated(change).forEach(post)
        break
    }
  })

  return {
    journal: {
      entries: () => Array.from(entries.values()),
      clear: () => {
        entries.clear()
      },
      changes$: changes.asObservable(),
    },
    reschedule: agenda.reschedule,
  }
}
