import { chain, isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import { catchError, defer, filter, map, type Observable, of, startWith, switchMap, tap, throwError } from 'rxjs'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Connection } from '../../http/Connection.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { ListRequest } from '../../service/api/Request.js'
import { callFields } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import { type FetchedPage, fetchPage, toPage } from './fetchPage.js'
import { fetchLinked } from './followLink.js'
import type { Page, PageLink } from './PageLink.js'
import { limit, withLimit } from './pages.js'

/** A command of {@link Collection.navigate}: which page to show. */
export type NavigateCommand = 'next' | 'previous' | 'first' | 'reload'

/** The options of {@link Collection.navigate}. */
export interface NavigateConfig extends CallConfig {
  /** Resources per page, 1 to 500; default: the service's, 50. */
  readonly limit?: number
}

/**
 * What to show.
 *
 * - `page`: the last page that was received; `None` before the first one.
 * - `error`: why the last command failed. `page` is still the page before it.
 */
export interface NavigationState<A> {
  readonly page: Option<Page<A>>
  readonly error: Option<ClientError>
}

const unknownCommand = () => wrongOption('/commands$', "'next', 'previous', 'first' or 'reload'")

const commands = observableCodec('an Observable of commands')

const navigateConfig = options('options', {}, { ...callFields, limit })

/**
 * Like {@link navigate}, but `connection` and `list` are called at each subscription, and the request is not checked.
 */
export const deferNavigate = <A>(
  connection: () => Connection,
  list: () => readonly [request: ListRequest<A>, config: NavigateConfig],
  commands$: Observable<NavigateCommand>,
): Stream<NavigationState<A>> =>
  defer(() => {
    if (!commands.is(commands$)) throw wrongOption('/commands$', commands.name)
    const current = connection()
    const [request, config] = list()
    const decoded = decodeOptions(navigateConfig, config)
    const limited = withLimit(request, decoded.limit)
    const fetch = fetchPage(current, current.http, limited, decoded)
    const first = fetch()
    const fetchLink = (link: PageLink) => fetchLinked(current, limited, link, fetch)
    let shownPage: Option<Page<A>> = none
    let lastFetch = first

    const fetchFor = (command: NavigateCommand): Option<Observable<FetchedPage<A>>> => {
      switch (command) {
        case 'first':
          return some(first)
        case 'reload':
          return some(lastFetch)
        case 'next':
        case 'previous':
          return mapOption(fetchLink)(chain((page: Page<A>) => page[command])(shownPage))
        default:
          throw unknownCommand()
      }
    }

    const visit = (page: Observable<FetchedPage<A>>): Observable<NavigationState<A>> => {
      lastFetch = page
      return page.pipe(
        tap((visited) => {
          shownPage = some(toPage(visited))
        }),
        map(() => ({ page: shownPage, error: none })),
        catchError((error: unknown) =>
          isClientError(error) ? of({ page: shownPage, error: some(error) }) : throwError(() => error),
        ),
      )
    }

    return commands$.pipe(
      ignoreTeardownErrors,
      startWith('first' as const),
      map(fetchFor),
      filter(isSome),
      switchMap(({ value }) => visit(value)),
    )
  })
