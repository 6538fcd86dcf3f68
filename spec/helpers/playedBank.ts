import { concat, defer, EMPTY, ignoreElements, type Observable, of } from 'rxjs'
import {
  type ClientConfig,
  type ClientEvent,
  createClient,
  createVirtualClock,
  type HttpRequest,
  type HttpResponse,
  wireHeaders,
} from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { newTokenMs } from '../../lib/streams/tokens/RenewalBackoff.js'

const hour = 3_600_000

/** The lists that the service has. */
export type PlayedList = 'items' | 'accounts' | 'stocks' | 'transactions'

/** A row of the service, as JSON. */
export type PlayedRow = Readonly<Record<string, unknown>>

/** The uuids of a user, and of the one who is made again under the same external id. */
export const uuids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const

/** The external id of the user. */
export const played = 'A6J'

export const start = Date.UTC(2026, 0, 15, 12)

/** A moment so many minutes after the start, or before it, as the service writes it. */
export const iso = (minutes: number): string => new Date(start + minutes * 60_000).toISOString()

const emptyLists = (): Record<PlayedList, Array<PlayedRow>> => ({
  items: [],
  accounts: [],
  stocks: [],
  transactions: [],
})

/**
 * A service with one user whom a spec may delete and make again: tokens of another uuid are refused. A list may be refused
 * by a status.
 */
export const playedBank = (settings: Partial<ClientConfig> = {}) => {
  const clock = createVirtualClock({ start })
  const state = {
    uuid: uuids[0] as string,
    lists: emptyLists(),
    /** The statuses with which lists, `authenticate` and `refresh` are refused. */
    refused: {} as Partial<Record<PlayedList | 'authenticate' | 'refresh', number>>,
    /** The statuses with which whole lists are refused, though their updates are told. */
    refusedWhole: {} as Partial<Record<PlayedList, number>>,
    /** Whether tokens of any user are accepted. */
    acceptsAll: false,
    /** How long tokens live, in milliseconds. */
    tokenLife: 2 * hour,
    /** How many rows a page has. */
    pageSize: Infinity,
    /** What a request to a path waits for before it is answered. */
    before: (_path: string): Observable<unknown> => EMPTY,
    /** The refresh statuses, by the id of the item. */
    refreshes: {} as Record<string, unknown>,
  }
  const requests: Array<string> = []
  let tokens = 0

  const answer = (status: number, body: unknown): HttpResponse => ({
    status,
    headers: { date: new Date(clock.wall()).toUTCString(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const refusal = (status: number) => answer(status, { type: 'refused', message: 'refused' })

  const respond = (request: HttpRequest): HttpResponse => {
    const url = new URL(request.url)
    const { pathname, searchParams } = url
    requests.push(pathname)
    if (pathname.endsWith('/authenticate')) {
      if (state.refused.authenticate !== undefined) return refusal(state.refused.authenticate)
      const user = { uuid: state.uuid, external_user_id: played }
      const expires_at = new Date(clock.wall() + state.tokenLife).toISOString()
      return answer(200, { access_token: `${state.uuid}.${String(++tokens)}`, expires_at, user })
    }
    if (!state.acceptsAll && !(wireHeaders(request).Authorization ?? '').startsWith(`Bearer ${state.uuid}`))
      return refusal(401)
    const [, item] = /items\/(\d+)\/refresh\/status$/.exec(pathname) ?? []
    if (item !== undefined)
      return state.refused.refresh === undefined ? answer(200, state.refreshes[item]) : refusal(state.refused.refresh)
    // Of a single account or transaction the service says nothing, so that lists alone confirm that it is gone.
    if (/\/(?:accounts|transactions)\/\d+$/.test(pathname)) return refusal(403)
    const [, list = 'items'] = /\/(items|accounts|stocks|transactions)(?:\/updated)?$/.exec(pathname) ?? []
    const rows = state.lists[list as PlayedList]
    const whole = pathname.endsWith('/updated') ? undefined : state.refusedWhole[list as PlayedList]
    const status = state.refused[list as PlayedList] ?? whole
    if (status !== undefined) return refusal(status)
    const since = Date.parse(searchParams.get('since') ?? iso(-1e7))
    const resources = rows.filter(({ updated_at }) => !(Date.parse(String(updated_at)) < since))
    const from = Number(searchParams.get('after') ?? 0)
    const to = from + state.pageSize
    url.searchParams.set('after', String(to))
    const next_uri = to < resources.length ? `${url.pathname}${url.search}` : null
    return answer(200, { resources: resources.slice(from, to), pagination: { next_uri } })
  }

  const events: Array<ClientEvent> = []
  const connect = (config: Partial<ClientConfig> = {}) => {
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'an-application',
      clientSecret: 'a-secret',
      clock,
      retry: { count: 0 },
      http: (request) =>
        concat(
          state.before(new URL(request.url).pathname).pipe(ignoreElements()),
          defer(() => of(respond(request))),
        ),
      ...settings,
      ...config,
    })
    client.events$.subscribe((event) => events.push(event))
    return client
  }

  return {
    clock,
    state,
    requests,
    events,
    connect,
    user: connect().user({ externalUserId: played }),
    /** Deletes the user, and makes them again with these lists, when no token in use is new any more. */
    remake: (lists: Partial<Record<PlayedList, Array<PlayedRow>>> = {}, uuid: string = uuids[1]) => {
      clock.advance(newTokenMs)
      state.uuid = uuid
      state.lists = { ...emptyLists(), ...lists }
    },
    /** How often the event of this tag was emitted. */
    reported: (tag: ClientEvent['_tag']) => events.filter(({ _tag }) => _tag === tag).length,
  }
}
