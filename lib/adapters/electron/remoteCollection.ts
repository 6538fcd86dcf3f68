import type * as t from 'io-ts'
import { defer, map, type Observable, type ObservableInput } from 'rxjs'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { functionCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { UpdatableCollection } from '../../client/UserClient.js'
import type { UpdatedRow } from '../../service/model/RemovedRow.js'
import type { NavigationState } from '../../streams/pages/navigate.js'
import type { Page } from '../../streams/pages/PageLink.js'
import { paceWithDemand, PageStream } from '../../streams/pages/PageStream.js'
import { type AsyncResult, fromAsyncResult } from '../../streams/polling/AsyncResult.js'
import type { UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import type { ListName } from './mainMessages.js'
import type { PortCodecs } from './portCodecs.js'
import { type RemoteAsk, toSendable, toSendableOptions } from './remoteAsk.js'
import type { RemoteChangesConfig, RemoteCollection, RemoteUpdatableCollection } from './RemoteLists.js'
import type { RemoteRequest } from './remoteSession.js'

type Pace = (page: never) => ObservableInput<unknown>

type RemoteWatch<A> = (config?: RemoteChangesConfig<A>) => Observable<UpdatedBatch<A>>

/** The options that are functions, which cannot be sent. `onWait` is never called, because the main process waits. */
const functionOptions = options(
  'options',
  {},
  {
    pace: functionCodec<Pace>('a function from a page to an Observable'),
    onWait: functionCodec<(milliseconds: number) => void>('a function'),
  },
)
const watchOptions = options(
  'options',
  {},
  {
    trigger$: observableCodec<Observable<unknown>>('an Observable'),
    process: functionCodec<(batch: never) => AsyncResult>('a function from a batch to an Observable'),
  },
)
const commands = observableCodec('an Observable of commands')

/** The fields of a request that choose the list, besides its name. */
type ListSelector = () => Pick<RemoteRequest, 'subject' | 'updated'>

/** A list that is read through the main process. */
export const remoteCollection = <A, O = unknown, Row = A>(
  ask: RemoteAsk,
  list: ListName,
  selectList?: ListSelector,
): RemoteCollection<A, O, Row> => {
  const requestOf = (request: RemoteRequest): RemoteRequest => ({
    ...request,
    list,
    ...selectList?.(),
  })
  const pageCodec = <B>({ page }: PortCodecs) => page as t.Decoder<unknown, Page<B>>

  /** Reads the pages of the list with their links, or, without links, the pages of its resources. */
  const read = <A, B>(
    linked: boolean,
    values: (page: Page<A>) => ReadonlyArray<B>,
    config: unknown = {},
  ): PageStream<B> =>
    new PageStream((demand$) =>
      defer(() => {
        const { pace, onWait, ...settings } = decodeOptions(copyCodec, config)
        const paceFunction = decodeOptions(functionOptions, { pace, onWait }).pace as
          | ((page: Page<A>) => ObservableInput<unknown>)
          | undefined
        return ask({
          request: () => requestOf({ operation: 'pages', linked, settings: toSendableOptions(settings) }),
          codec: pageCodec<A>,
          pace: paceWithDemand(paceFunction, demand$),
        })
      }).pipe(map(values)),
    )

  return {
    pages: (config) => read(true, (page: Page<Row>) => [page], config),
    all: (config) => read(false, ({ resources }: Page<A>) => resources, config),
    page: (link, config) =>
      ask({
        request: ({ handleOf }) =>
          requestOf({ operation: 'page', handle: handleOf(link), settings: toSendableOptions(config) }),
        codec: pageCodec<Row>,
      }),
    navigate: (commands$, config) =>
      defer(() => {
        if (!commands.is(commands$)) throw wrongOption('/commands$', commands.name)
        return ask({
          request: () => requestOf({ operation: 'navigate', settings: toSendableOptions(config) }),
          codec: ({ navigated }) => navigated as t.Decoder<unknown, NavigationState<Row>>,
          input$: commands$.pipe(map(toSendable)),
        })
      }),
  }
}

/** Watches a list through the main process. */
export const remoteWatch =
  <A>(ask: RemoteAsk, list: ListName, selectList?: ListSelector): RemoteWatch<A> =>
  (config = {}) =>
    defer(() => {
      const { trigger$: triggerOption, process: processOption, ...settings } = decodeOptions(copyCodec, config)
      const { trigger$, process } = decodeOptions(watchOptions, { trigger$: triggerOption, process: processOption })
      return ask<UpdatedBatch<A>>({
        request: () => ({ operation: 'watchUpdated', list, ...selectList?.(), settings: toSendableOptions(settings) }),
        codec: ({ batch }) => batch as t.Decoder<unknown, UpdatedBatch<A>>,
        input$: trigger$?.pipe(
          ignoreTeardownErrors,
          map(() => null),
        ),
        process: process && ((batch) => fromAsyncResult('/process', () => process(batch as never))),
      })
    })

/** A list that is read and watched through the main process. */
export const remoteUpdatable = <A, O = unknown, U = unknown>(
  ask: RemoteAsk,
  list: 'accounts.transactions' | 'stocks' | 'transactions',
  accounts: UpdatableCollection<A>['accounts'],
  selectList?: ListSelector,
): RemoteUpdatableCollection<A, O, U> => ({
  ...remoteCollection<A, O>(ask, list, selectList),
  updated: (config) =>
    remoteCollection<UpdatedRow<A>>(ask, `${list}.updated`, () => ({
      ...selectList?.(),
      updated: toSendableOptions(config),
    })),
  watchUpdated: remoteWatch(ask, list, selectList),
  accounts,
})
