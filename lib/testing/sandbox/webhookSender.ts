import { catchError, concatMap, forkJoin, map, NEVER, type Observable, of, Subject, take } from 'rxjs'
import { hmac } from '#hmac'
import type { Clock } from '../../base/clock/Clock.js'
import { createAgenda } from './agenda.js'
import type { Change } from './Change.js'
import { createPost } from './postWebhook.js'
import type { ItemState, UserState } from './sandboxUsers.js'
import type { WebhookEntry, WebhookOutcome } from './WebhookEntry.js'
import type { EventBody, RefreshStarted, WebhookForm } from './WebhookFormat.js'
import type { WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'
import type { World } from './World.js'

const kept = 10_000

const silent = {
  journal: { entries: () => [], clear: () => undefined, changes$: NEVER },
  reschedule: () => undefined,
  test: () => undefined,
}

/** Sends the webhooks of a sandbox. */
export interface WebhookSender {
  readonly journal: WebhookJournal
  /** To be called after `advance` has moved the sandbox's time ahead of its clock. */
  readonly reschedule: () => void
  /** Sends the test event, as the service's dashboard does. */
  readonly test: () => void
}

/** The parts of a sandbox that are needed to send webhooks. */
export interface SenderConfig {
  readonly changes$: Observable<Change>
  readonly clock: Clock
  readonly world: World
  readonly form: WebhookForm
  readonly users: () => ReadonlyArray<UserState>
}

/** Sends webhooks for the changes in a sandbox; without a configuration it sends none. */
export const createWebhookSender = (
  config: WebhooksConfig | undefined,
  { changes$, clock, world, form, users }: SenderConfig,
): WebhookSender => {
  if (config === undefined) return silent
  const {
    url = 'https://app.sandbox.invalid/webhooks',
    deliver = createPost(),
    secrets = ['sandbox-webhook-secret'],
  } = config
  const agenda = createAgenda(clock, world.now)
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
      map((digests) => digests.map((digest) => `v1=${form.signature(digest)}`).join(',')),
      map((signature) => ({ 'BridgeApi-Signature': signature, 'Content-Type': 'application/json' })),
      concatMap((headers) => deliver(new Request(url, { method: 'POST', headers, body }))),
      take(1),
      map(({ status }) => status),
      catchError(() => of('failed' as const)),
    )

  const isTaken = (status: WebhookOutcome): boolean => status === 200

  const post = ({ type, userUuid, content }: EventBody): void => {
    const now = world.now()
    const entry = { number: ++count, time: new Date(now), type, userUuid }
    const body = JSON.stringify({ content, timestamp: now, type })
    const attempt = (attempts: number, at: number): void => {
      agenda.at(at, () => {
        send(body).subscribe((status) => {
          note({ ...entry, attempts, status })
          const delay = form.delays[attempts - 1]
          if (!isTaken(status) && delay !== undefined) attempt(attempts + 1, world.now() + delay)
        })
      })
    }
    note({ ...entry, attempts: 1, status: 'pending' })
    attempt(1, now)
  }

  const awaitEnd = (change: RefreshStarted): void => {
    const { user, item } = change
    const { refresh } = item
    agenda.at(refresh.endsAt, () => {
      if (item.refresh !== refresh || !user.items.includes(item)) return
      const isFirst = refresh.outcome === 'finished' && empty.delete(item)
      form.ended(change, isFirst).forEach(post)
    })
  }

  /**
   * Reports the refreshes of an item that the service begins by itself. Refreshes that `advance` skips over are not
   * reported.
   */
  const awaitNext = (user: UserState, item: ItemState): void => {
    const next = form.nextRefresh?.(item, world.now())
    if (next === undefined) return
    agenda.at(next, () => {
      if (!user.items.includes(item)) return
      if (item.refresh.beginsAt === next) awaitEnd({ type: 'RefreshStarted', user, item, trigger: 'scheduler' })
      awaitNext(user, item)
    })
  }

  for (const user of users()) for (const item of user.items) awaitNext(user, item)

  changes$.subscribe((change) => {
    form.changed(change).forEach(post)
    if (change.type === 'RefreshStarted') awaitEnd(change)
    if (change.type !== 'ItemCreated') return
    empty.add(change.item)
    awaitNext(change.user, change.item)
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
    test: () => {
      post({ type: 'TEST_EVENT', userUuid: '', content: {} })
    },
  }
}
