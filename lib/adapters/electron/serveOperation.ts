import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { ignoreElements, map, Observable } from 'rxjs'
import { options } from '../../base/codec/options.js'
import { isClientError } from '../../base/error/ClientError.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { ClientEvent, WatcherEnded } from '../../base/event/ClientEvent.js'
import type { CategoryOptions, Client } from '../../client/Client.js'
import type { Collection } from '../../client/collection.js'
import type { GatewayUserClient } from '../../client/GatewayClient.js'
import type { UpdatableCollection, UserData } from '../../client/UserClient.js'
import type { OperationKey } from '../../service/profile/operations.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { NavigateCommand } from '../../streams/pages/navigate.js'
import type { Page } from '../../streams/pages/Page.js'
import type { UpdatedBatch } from '../../streams/polling/UpdatedBatch.js'
import { allTaken, type Credit, withCredit } from './credit.js'
import type { Links } from './links.js'
import type { EventsMissed } from './RemoteLists.js'
import { listKeys, type OperationName, type Subscribe } from './toMain.js'
import type { Meter } from './windowMeter.js'
import { wire } from './wire.js'

/** The data that a page can read of its user. */
export type PageUser = Pick<GatewayUserClient, UserData>

/** The parts that serve a port; `filters` are those of the client's profile. */
export interface Source {
  readonly client: Pick<Client, 'banks' | 'categories' | 'events$'> & Pick<ServiceInterface, 'filters'>
  /** The user of the port's page; throws if there is none. */
  readonly user: () => PageUser
  /** Limits the requests of the page. */
  readonly meter: Meter
  readonly links: Links
  readonly maxEvents: number
}

/** The messages about one subscription while it runs. */
export interface Conversation {
  readonly credit: Credit
  /** The commands or triggers of the renderer. */
  readonly input$: Observable<unknown>
}

type Serve = (source: Source, request: Subscribe, conversation: Conversation) => Observable<unknown>

const listOf = (
  { client, meter, user }: Source,
  { list, subject, updated }: Subscribe,
): Collection<unknown, CategoryOptions> => {
  switch (list) {
    case undefined:
      throw wrongOption('/list', 'the name of a list')
    case 'banks':
    case 'categories':
      return client[list].through?.(meter) ?? client[list]
    case 'accounts.transactions':
      return user().accounts.transactions(subject as number)
    case 'accounts.transactions.updated':
      return user()
        .accounts.transactions(subject as number)
        .updated(updated)
    case 'stocks.updated':
      return user().stocks.updated(updated)
    case 'transactions.updated':
      return user().transactions.updated(updated)
    default:
      return user()[list]
  }
}

/** Reads the options with these names and refuses all others; the client decodes their values. */
const settingsOf = ({ settings }: Subscribe, ...names: ReadonlyArray<string>): object => {
  const known = ['timeout', ...names].map((name) => [name, t.unknown])
  return decodeOptions(options('options', {}, Object.fromEntries(known)), settings)
}

const filterNames = ({ client }: Source, key: OperationKey | undefined): ReadonlyArray<string> =>
  Object.keys((key && client.filters?.[key]) ?? {})

/**
 * The names of the options that filter a list. A list of changes has none here, because its filters are in `updated`.
 */
const narrowing = (source: Source, { list }: Subscribe): ReadonlyArray<string> => {
  if (list === undefined || list.endsWith('.updated')) return []
  return list === 'categories' ? ['language'] : filterNames(source, listKeys.get(list))
}

type Watched = Pick<UpdatableCollection<unknown>, 'watchUpdated'>

/** Leaves out the error of the program that ended a watcher: it may have what no event has, such as a row. */
const withoutError = ({ error: _, ...event }: ClientEvent & WatcherEnded): ClientEvent => event

const withoutForeignError = (event: ClientEvent): ClientEvent =>
  event._tag !== 'WatcherEnded' || isClientError(event.error) ? event : withoutError(event)

/** A list that can be watched, and the names of the options that filter it. */
const watched = (
  source: Source,
  { list, subject }: Subscribe,
): readonly [list: Watched, names: ReadonlyArray<string>] => {
  switch (list) {
    case 'items':
      return [source.user().items, []]
    case 'stocks':
    case 'transactions':
      return [source.user()[list], filterNames(source, `${list}Updated`)]
    case 'accounts.transactions':
      return [source.user().accounts.transactions(subject as number), filterNames(source, 'accountTransactionsUpdated')]
    default:
      throw wrongOption('/list', "'items', 'stocks', 'transactions' or 'accounts.transactions'")
  }
}

const withoutLinks = (page: Page<unknown>): Page<unknown> => ({ ...page, next: none, previous: none })

/** Of states, only the newest waits for a slow reader. */
const newest = { window: 1, capacity: 1 }

const serve: Record<OperationName, Serve> = {
  pages: (source, request, { credit }) => {
    const { pages, flattenedPages = pages } = listOf(source, request)
    const own = settingsOf(request, 'limit', 'maxPages', 'prefetch', 'onInvalidRow', ...narrowing(source, request))
    const settings = { ...own, pace: () => allTaken(credit) }
    const read = request.linked === true ? pages(settings) : flattenedPages(settings).pipe(map(withoutLinks))
    return read.pipe(map(wire(source.links).page.encode))
  },

  page: (source, request) =>
    listOf(source, request)
      .page(source.links.linkOf(request.handle ?? 0), settingsOf(request, ...narrowing(source, request)))
      .pipe(map(wire(source.links).page.encode)),

  navigate: (source, request, { credit, input$ }) =>
    listOf(source, request)
      .navigate(input$ as Observable<NavigateCommand>, settingsOf(request, 'limit', ...narrowing(source, request)))
      .pipe(withCredit(credit, newest), map(wire(source.links).navigated.encode)),

  watchUpdated: (source, request, { credit, input$ }) => {
    const [{ watchUpdated }, names] = watched(source, request)
    const settings = settingsOf(request, 'since', 'every', 'limit', 'maxPages', 'overlap', 'onInvalidRow', ...names)
    return new Observable<UpdatedBatch<unknown>>((subscriber) => {
      const process = (batch: UpdatedBatch<unknown>) => {
        subscriber.next(batch)
        return allTaken(credit)
      }
      const watch$ = watchUpdated({ ...settings, trigger$: input$, process })
      subscriber.add(watch$.pipe(ignoreElements()).subscribe(subscriber))
    }).pipe(map(wire(source.links).batch.encode))
  },

  refreshStatus: ({ user }, request) => user().items.refreshStatus(request.subject as number, settingsOf(request)),

  refresh: ({ user }, request) => user().items.refresh(request.subject as number, settingsOf(request)),

  account: ({ user }, request) => user().accounts.get(request.subject as number, settingsOf(request)),

  bank: ({ client: { banks }, meter }, request) =>
    (banks.through?.(meter) ?? banks).get(request.subject as number, settingsOf(request)),

  category: ({ client: { categories }, meter }, request) =>
    (categories.through?.(meter) ?? categories).get(request.subject as number, settingsOf(request, 'language')),

  item: ({ user }, request) => user().items.get(request.subject as number, settingsOf(request)),

  watchRefresh: ({ user }, request, { credit }) =>
    user()
      .items.watchRefresh(request.subject as number, {
        ...settingsOf(request, 'every', 'deadline', 'after', 'grace'),
        ...(request.endless === true ? { until: () => false } : {}),
      })
      .pipe(withCredit(credit, newest)),

  stock: ({ user }, request) => user().stocks.get(request.subject as number, settingsOf(request)),

  transaction: ({ user }, request) => user().transactions.get(request.subject as number, settingsOf(request)),

  bankForm: ({ user }, request) => user().bankForm.url(request.subject as object, settingsOf(request)),

  events: ({ client, links, maxEvents }, _, { credit }) =>
    client.events$.pipe(
      map(withoutForeignError),
      withCredit<ClientEvent | EventsMissed>(credit, {
        window: 64,
        capacity: maxEvents,
        gap: (count) => ({ _tag: 'EventsMissed', count }),
      }),
      map(wire(links).event.encode),
    ),
}

/** Serves a subscription: emits its values as plain data. Errors in the request are thrown or emitted as errors. */
export const serveOperation: Serve = (source, request, conversation) =>
  serve[request.operation](source, request, conversation)
