import type * as t from 'io-ts'
import { defer, map, type Observable, type ObservableInput } from 'rxjs'
import { copy } from '../codec/copy.js'
import { fn } from '../codec/fn.js'
import { observable } from '../codec/observable.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Navigated } from '../stream/navigate.js'
import type { Page } from '../stream/Page.js'
import { PageStream } from '../stream/PageStream.js'
import type { UpdatedBatch } from '../stream/UpdatedBatch.js'
import type { ListName } from './protocol.js'
import { type RemoteAsk, sendable, sendableOptions } from './remoteAsk.js'
import type { RemoteCollection, RemoteUpdatableCollection } from './RemoteClient.js'
import type { RemoteRequest } from './remoteSession.js'
import type { Wire } from './wire.js'

type Pace = (page: never) => ObservableInput<unknown>

const paceOption = options('options', {}, { pace: fn<Pace>('a function from a page to an Observable') })
const triggerOption = options('options', {}, { trigger$: observable<Observable<unknown>>('an Observable') })
const commands = observable('an Observable of commands')

/** A list that the main process reads; `updated` are the options of a list of updates. */
export const remoteCollection = <A, O = unknown>(
  ask: RemoteAsk,
  list: ListName,
  updated?: () => Readonly<Record<string, unknown>>,
): RemoteCollection<A, O> => {
  const requestOf = (request: RemoteRequest): RemoteRequest => ({
    ...request,
    list,
    ...(updated === undefined ? {} : { updated: updated() }),
  })
  const aPage = ({ page }: Wire) => page as t.Decoder<unknown, Page<A>>

  const read = <B>(linked: boolean, values: (page: Page<A>) => ReadonlyArray<B>, config: unknown = {}): PageStream<B> =>
    new PageStream((demand) =>
      defer(() => {
        const { pace, ...settings } = decodeOptions(copy, config)
        const own = decodeOptions(paceOption, { pace }).pace as
          ((page: Page<A>) => ObservableInput<unknown>) | undefined
        return ask({
          request: () => requestOf({ operation: 'pages', linked, settings: sendableOptions(settings) }),
          codec: aPage,
          pace: demand(own),
        })
      }).pipe(map(values)),
    )

  return {
    pages: (config) => read(true, (page) => [page], config),
    all: (config) => read(false, ({ resources }) => resources, config),
    page: (link, config) =>
      ask({
        request: ({ handleOf }) =>
          requestOf({ operation: 'page', handle: handleOf(link), linked: true, settings: sendableOptions(config) }),
        codec: aPage,
      }),
    navigate: (commands$, config) =>
      defer(() => {
        if (!commands.is(commands$)) throw wrongOption('/commands$', commands.name)
        return ask({
          request: () => requestOf({ operation: 'navigate', settings: sendableOptions(config) }),
          codec: ({ navigated }) => navigated as t.Decoder<unknown, Navigated<A>>,
          input$: commands$.pipe(map(sendable)),
        })
      }),
  }
}

/** A list that the main process reads and watches. */
export const remoteUpdatable = <A>(ask: RemoteAsk, list: 'stocks' | 'transactions'): RemoteUpdatableCollection<A> => ({
  ...remoteCollection<A>(ask, list),
  updated: (config) => remoteCollection<A>(ask, `${list}.updated`, () => sendableOptions(config)),
  watchUpdated: (config = {}) =>
    defer(() => {
      const { trigger$: given, ...settings } = decodeOptions(copy, config)
      const { trigger$ } = decodeOptions(triggerOption, { trigger$: given })
      return ask({
        request: () => ({ operation: 'watchUpdated', list, settings: sendableOptions(settings) }),
        codec: ({ batch }) => batch as t.Decoder<unknown, UpdatedBatch<A>>,
        ...(trigger$ === undefined ? {} : { input$: trigger$.pipe(map(() => null)) }),
      })
    }),
})
