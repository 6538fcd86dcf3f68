import { catchError, concatMap, forkJoin, map, NEVER, type Observable, of, Subject, Subscription, take } from 'rxjs'
import { hmac } from '#hmac'
import type { Clock } from '../../base/clock/Clock.js'
import { startTimer } from '../../base/clock/delay.js'
import { createHeap } from '../../base/clock/heap.js'
import type { Change } from './Change.js'
import type { ItemState, UserState } from './sandboxUsers.js'
import type { EventBody, RefreshStarted, WebhookFormat } from './webhookFormats.js'
import type { Deliver, WebhookEntry, WebhookJournal, WebhookOutcome, WebhooksConfig } from './WebhooksConfig.js'
import type { World } from './World.js'

const timeout = 10_000

/** Creates a function that posts webhooks by `fetch`, one after the other. */
const createPost = (): Deliver => {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const sent = last.then(() => fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(timeout) }))
    last = sent.catch(() => undefined)
    return sent
  }
}

/** Callbacks that run at given moments of the sandbox's time. */
interface Agenda {
  /** Calls `run` at a moment, or asynchronously as soon as possible if the moment has passed. */
  readonly at: (moment: number, run: () => void) => void
  /** Resets the timer after `advance` has moved the sandbox's time ahead of its clock. */
  readonly reschedule: () => void
}

interface Entry {
  readonly moment: number
  readonly order: number
  readonly run: () => void
}

const isEarlier = (a: Entry, b: Entry): boolean => a.moment < b.moment || (a.moment === b.moment && a.order < b.order)

/** Creates an empty agenda. It has one timer, for the next callback; the timer does not keep a process alive. */
const createAgenda = (clock: Clock, now: () => number): Agenda => {
  const heap = createHeap(isEarlier)
  let order = 0
  let timer = Subscription.EMPTY

  const reschedule = (): void => {
    timer.unsubscribe()
    const next = heap.peek()
    if (next === undefined) return
    const runNext = (): void => {
      heap.pop()
      next.run()
      reschedule()
    }
    timer = startTimer(clock, Math.max(next.moment - now(), 0), runNext, { keepAlive: false })
  }

  return {
    at: (moment, run) => {
      heap.push({ moment, order: order++, run })
      reschedule()
    },
    reschedule,
  }
}

const maxEntries = 10_000

const noSender = {
  journal: { entries: () => [], clear: () => undefined, changes$: NEVER },
  reschedule: () => undefined,
  test: () => undefined,
}

/** Sends the webhooks of a sandbox. */
export interface WebhookSender {
  readonly journal: WebhookJournal
  /** Call this after `advance` has moved the sandbox's time ahead of its clock. */
  readonly reschedule: () => void
  /** Sends the test event, as the service's dashboard does. */
  readonly test: () => void
}

/** The parts of a sandbox that are needed to send webhooks. */
export interface SenderConfig {
  readonly changes$: Observable<Change>
  readonly clock: Clock
  readonly world: World
  readonly format: WebhookFormat
  readonly users: () => ReadonlyArray<UserState>
}

/** Sends webhooks for the changes in a sandbox; without a configuration it sends none. */
export const createWebhookSender = (
  config: WebhooksConfig | undefined,
  { changes$, clock, world, format, users }: SenderConfig,
): WebhookSender => {
  if (config === undefined) return noSender
  const {
    url = 'https://app.sandbox.invalid/webhooks',
    deliver = createPost(),
    secrets = ['sandbox-webhook-secret'],
  } = config
  const agenda = createAgenda(clock, world.now)
  const entries = new Map<number, WebhookEntry>()
  const entryChanges$ = new Subject<WebhookEntry>()
  /** The new items whose accounts no webhook has announced yet. */
  const itemsToAnnounce = new WeakSet<ItemState>()
  let count = 0

  const record = (entry: WebhookEntry): void => {
    entries.set(entry.number, entry)
    entries.delete(entry.number - maxEntries)
    entryChanges$.next(entry)
  }

  const send = (body: string): Observable<WebhookOutcome> =>
    forkJoin(secrets.map((secret) => hmac(secret, body))).pipe(
      map((digests) => digests.map((digest) => `v1=${format.signature(digest)}`).join(',')),
      map((signature) => ({ 'BridgeApi-Signature': signature, 'Content-Type': 'application/json' })),
      concatMap((headers) => deliver(new Request(url, { method: 'POST', headers, body }))),
      take(1),
      map(({ status }) => status),
      catchError(() => of('failed' as const)),
    )

  const isAccepted = (status: WebhookOutcome): boolean => status === 200

  const post = ({ type, userUuid, content }: EventBody): void => {
    const now = world.now()
    const entry = { number: ++count, time: new Date(now), type, userUuid }
    const body = JSON.stringify({ content, timestamp: now, type })
    const attempt = (attempts: number, at: number): void => {
      agenda.at(at, () => {
        send(body).subscribe((status) => {
          record({ ...entry, attempts, status })
          const delay = format.retryDelays[attempts - 1]
          if (!isAccepted(status) && delay !== undefined) attempt(attempts + 1, world.now() + delay)
        })
      })
    }
    record({ ...entry, attempts: 1, status: 'pending' })
    attempt(1, now)
  }

  const reportWhenEnded = (change: RefreshStarted): void => {
    const { user, item } = change
    const { refresh } = item
    agenda.at(refresh.endsAt, () => {
      if (item.refresh !== refresh || !user.items.includes(item)) return
      const isFirst = refresh.outcome === 'finished' && itemsToAnnounce.delete(item)
      format.onRefreshEnd(change, isFirst).forEach(post)
      if (isFirst) reportHistory(change)
    })
  }

  /** Reports the refresh that reads the older transactions of a new item. */
  const reportHistory = (change: RefreshStarted): void => {
    const { user, item } = change
    const { historyAt } = item
    if (historyAt === undefined) return
    agenda.at(historyAt, () => {
      if (user.items.includes(item) && item.refresh.beginsAt === historyAt) reportWhenEnded(change)
    })
  }

  /**
   * Reports the refreshes that the service starts by itself, except those that `advance` skips.
   */
  const reportNextScheduled = (user: UserState, item: ItemState): void => {
    const next = format.nextRefresh?.(item, world.now())
    if (next === undefined) return
    agenda.at(next, () => {
      if (!user.items.includes(item)) return
      if (item.refresh.beginsAt === next) reportWhenEnded({ type: 'RefreshStarted', user, item, trigger: 'scheduler' })
      reportNextScheduled(user, item)
    })
  }

  for (const user of users()) for (const item of user.items) reportNextScheduled(user, item)

  changes$.subscribe((change) => {
    format.onChange(change).forEach(post)
    if (change.type === 'RefreshStarted') reportWhenEnded(change)
    if (change.type !== 'ItemCreated') return
    itemsToAnnounce.add(change.item)
    reportNextScheduled(change.user, change.item)
  })

  return {
    journal: {
      entries: () => Array.from(entries.values()),
      clear: () => {
        entries.clear()
      },
      changes$: entryChanges$.asObservable(),
    },
    reschedule: agenda.reschedule,
    test: () => {
      post({ type: 'TEST_EVENT', userUuid: '', content: {} })
    },
  }
}
