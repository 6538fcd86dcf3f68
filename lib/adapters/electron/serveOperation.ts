import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { ignoreElements, map, Observable } from 'rxjs'
import { options } from '../../base/codec/options.js'
import { isClientError } from '../../base/error/ClientError.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { ClientEvent, WatcherEnded } from '../../base/event/ClientEvent.js'
import type { CategoryOptions, Client } from '../../client/Client.js'
import type { Collection } from '../../client/collection.js'
import type { GatewayUserClient } from '../../client/GatewayClient.js'
import type { UpdatableCollection, UserData } from '../../client/UserClient.js'
import type { OperationKey } from '../../service/profile/operations.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { NavigateCommand } from '../../streams/pages/navigate.js'
import type { Page } from '../../streams/pages/PageLink.js'
import type { UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import type { Meter } from './createWindowMeter.js'
import { allAcknowledged, type FlowControl, withFlowControl } from './flowControl.js'
import type { Links } from './linkTables.js'
import { listKeys, type OperationName, type Subscribe } from './mainMessages.js'
import { createPortCodecs } from './portCodecs.js'
import type { EventsDropped } from './RemoteLists.js'

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
export interface SubscriptionContext {
  readonly flowControl: FlowControl
  /** The commands or triggers of the renderer. */
  readonly input$: Observable<unknown>
}

type OperationHandler = (source: Source, request: Subscribe, context: SubscriptionContext) => Observable<unknown>

const selectList = (
  { client, meter, user }: Source,
  { list, subject, updated }: Subscribe,
): Collection<unknown, CategoryOptions> => {
  switch (list) {
    case undefined:
      throw wrongOption('/list', 'the name of a list')
    case 'banks':
    case 'categories':
      return client[list].withConnection?.(meter) ?? client[list]
    case 'accounts.information':
      return user().accounts.information
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

/** Reads `timeout`, `priority` and the options with these names, and refuses all others; the client decodes their values. */
const decodeSettings = ({ settings }: Subscribe, ...names: ReadonlyArray<string>): object => {
  const known = ['timeout', 'priority', ...names].map((name) => [name, t.unknown])
  return decodeOptions(options('options', {}, Object.fromEntries(known)), settings)
}

const filterNames = ({ client }: Source, key: OperationKey | undefined): ReadonlyArray<string> =>
  Object.keys((key && client.filters?.[key]) ?? {})

/**
 * The names of the options that filter a list. A list of changes has none here, because its filters are in `updated`.
 */
const filterOptionNames = (source: Source, { list }: Subscribe): ReadonlyArray<string> => {
  if (list === undefined || list.endsWith('.updated')) return []
  return list === 'categories' ? ['language'] : filterNames(source, listKeys.get(list))
}

type WatchableList = Pick<UpdatableCollection<unknown>, 'watchUpdated'>

/** Removes an error that the app threw to end a watcher: unlike the client's own errors, it may contain a row. */
const withoutError = ({ error: _, ...event }: ClientEvent & WatcherEnded): ClientEvent => event

const withoutForeignError = (event: ClientEvent): ClientEvent =>
  event._tag !== 'WatcherEnded' || isClientError(event.error) ? event : withoutError(event)

/** A list that can be watched, and the names of the options that filter it. */
const watchedList = (
  source: Source,
  { list, subject }: Subscribe,
): readonly [list: WatchableList, names: ReadonlyArray<string>] => {
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

/** For a slow reader, only the newest state is buffered. */
const newestOnly = { window: 1, capacity: 1 }

const handlers: Record<OperationName, OperationHandler> = {
  pages: (source, request, { flowControl }) => {
    const { pages, flattenedPages = pages } = selectList(source, request)
    const listSettings = decodeSettings(
      request,
      'limit',
      'maxPages',
      'prefetch',
      'onInvalidRow',
      ...filterOptionNames(source, request),
    )
    const settings = { ...listSettings, pace: () => allAcknowledged(flowControl) }
    const read = request.linked === true ? pages(settings) : flattenedPages(settings).pipe(map(withoutLinks))
    return read.pipe(map(createPortCodecs(source.links).page.encode))
  },

  page: (source, request) =>
    selectList(source, request)
      .page(source.links.linkOf(request.handle ?? 0), decodeSettings(request, ...filterOptionNames(source, request)))
      .pipe(map(createPortCodecs(source.links).page.encode)),

  navigate: (source, request, { flowControl, input$ }) =>
    selectList(source, request)
      .navigate(
        input$ as Observable<NavigateCommand>,
        decodeSettings(request, 'limit', ...filterOptionNames(source, request)),
      )
      .pipe(withFlowControl(flowControl, newestOnly), map(createPortCodecs(source.links).navigated.encode)),

  watchUpdated: (source, request, { flowControl, input$ }) => {
    const [{ watchUpdated }, names] = watchedList(source, request)
    const settings = decodeSettings(request, 'since', 'every', 'limit', 'maxPages', 'overlap', 'onInvalidRow', ...names)
    return new Observable<UpdatedBatch<unknown>>((subscriber) => {
      const process = (batch: UpdatedBatch<unknown>) => {
        subscriber.next(batch)
        return allAcknowledged(flowControl)
      }
      const watch$ = watchUpdated({ ...settings, trigger$: input$, process })
      subscriber.add(watch$.pipe(ignoreElements()).subscribe(subscriber))
    }).pipe(map(createPortCodecs(source.links).batch.encode))
  },

  refreshStatus: ({ user }, request) => user().items.refreshStatus(request.subject as number, decodeSettings(request)),

  refresh: ({ user }, request) => user().items.refresh(request.subject as number, decodeSettings(request)),

  account: ({ user }, request) => user().accounts.get(request.subject as number, decodeSettings(request)),

  bank: ({ client: { banks }, meter }, request) =>
    (banks.withConnection?.(meter) ?? banks).get(request.subject as number, decodeSettings(request)),

  category: ({ client: { categories }, meter }, request) =>
    (categories.withConnection?.(meter) ?? categories).get(
      request.subject as number,
      decodeSettings(request, 'language'),
    ),

  categoryInsights: ({ user }, request) => user().insights.category(decodeSettings(request)),

  item: ({ user }, request) => user().items.get(request.subject as number, decodeSettings(request)),

  watchRefresh: ({ user }, request, { flowControl }) =>
    user()
      .items.watchRefresh(request.subject as number, {
        ...decodeSettings(request, 'every', 'deadline', 'after', 'grace'),
        ...(request.endless === true ? { until: () => false } : {}),
      })
      .pipe(withFlowControl(flowControl, newestOnly)),

  stock: ({ user }, request) => user().stocks.get(request.subject as number, decodeSettings(request)),

  transaction: ({ user }, request) => user().transactions.get(request.subject as number, decodeSettings(request)),

  bankForm: ({ user }, request) => user().bankForm.url(request.subject as object, decodeSettings(request)),

  events: ({ client, links, maxEvents }, _, { flowControl }) =>
    client.events$.pipe(
      map(withoutForeignError),
      withFlowControl<ClientEvent | EventsDropped>(flowControl, {
        window: 64,
        capacity: maxEvents,
        replaceDropped: (count) => ({ _tag: 'EventsDropped', count }),
      }),
      map(createPortCodecs(links).event.encode),
    ),
}

/** Serves a subscription: emits its values as plain data. Errors in the request are thrown or emitted as errors. */
export const serveOperation: OperationHandler = (source, request, context) =>
  handlers[request.operation](source, request, context)
