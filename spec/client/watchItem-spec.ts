import { of, Subject, throwError } from 'rxjs'
import { bridge2025 } from '../../lib/bridge.js'
import {
  createClient,
  createVirtualClock,
  type HttpResponse,
  NetworkError,
  type WatchedItem,
  watchItem,
  type WatchItemConfig,
} from '../../lib/index.js'
import { item2025 } from '../fixtures/bridge2025.js'
import { json } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'

const earlier = '2026-09-11T05:12:44.120Z'
const later = '2026-09-11T17:12:44.120Z'

interface Told {
  readonly status?: number
  readonly last_try_refresh?: string
}

/** Watches an item of which a service says one thing after another, the last for ever. */
const watch = (says: ReadonlyArray<Told | 'cut'>, config: WatchItemConfig<WatchedItem> = {}) => {
  const clock = createVirtualClock()
  const asked: Array<readonly [at: number, path: string]> = []
  const { id, provider_id } = item2025
  const client = createClient({
    profile: bridge2025,
    clientId: 'id',
    clientSecret: 'secret',
    clock,
    random: () => 0.5,
    http: (request) => {
      asked.push([clock.monotonic(), new URL(request.url).pathname])
      const reported = says[Math.min(asked.length, says.length) - 1]
      if (reported === 'cut') return throwError(() => new NetworkError({ ...request, code: 'ECONNRESET' } as never))
      const answer: HttpResponse = json({ id, provider_id, ...reported })
      return of(answer)
    },
  })
  const seen: Array<string> = []
  const watching = watchItem(bridge2025, client.user({ token$: of(lastingToken()) }), 7, config).subscribe({
    next: ({ status, last_try_refresh }) =>
      seen.push(`${String(status)} ${last_try_refresh?.toISOString() ?? 'never'}`),
    error: (error: { readonly _tag: string }) => seen.push(error._tag),
    complete: () => seen.push('done'),
  })
  return { clock, asked, seen, watching, times: () => asked.map(([at]) => at) }
}

const before = { status: 0, last_try_refresh: earlier }

describe('watchItem', () => {
  it('takes an option that is undefined for one that is not there', () => {
    const config = { until: undefined, deadline: undefined } as unknown as WatchItemConfig<WatchedItem>
    const ended = watch([before, { ...before, last_try_refresh: later }], config)
    const given = watch([before], config)
    for (const { clock } of [ended, given]) clock.advance(400_000)
    expect([ended.seen.at(-1), given.seen.at(-1)]).toEqual(['done', 'DeadlineExceeded'])
  })

  it('emits what differs, and completes with the refresh that comes next', () => {
    const { clock, asked, seen, times } = watch([
      before,
      before,
      { ...before, status: -3 },
      { status: -3, last_try_refresh: later },
      { status: 1003, last_try_refresh: later },
    ])
    clock.advance(60_000)
    expect(seen).toEqual([`0 ${earlier}`, `-3 ${earlier}`, `-3 ${later}`, `1003 ${later}`, 'done'])
    expect(times()).toEqual([0, 2000, 4000, 6000, 8000])
    expect(asked[0]?.[1]).toBe('/v3/aggregation/items/7')
  })

  it('completes at once if the refresh after a moment has been already', () => {
    const { asked, seen } = watch([{ status: 0, last_try_refresh: later }], { after: new Date(earlier) })
    expect(seen).toEqual([`0 ${later}`, 'done'])
    expect(asked).toHaveLength(1)
  })

  it('waits for the first refresh of an item that is new', () => {
    const { clock, seen } = watch([{ status: -2 }, { status: 0, last_try_refresh: later }])
    clock.advance(60_000)
    expect(seen).toEqual(['-2 never', `0 ${later}`, 'done'])
  })

  it('completes if until says so', () => {
    const { seen } = watch([before], { until: ({ status }) => status === 0 })
    expect(seen).toEqual([`0 ${earlier}`, 'done'])
  })

  it('errors at the deadline, five minutes unless it is told otherwise', () => {
    const { clock, seen } = watch([before], { every: 60_000 })
    clock.advance(299_999)
    expect(seen).toEqual([`0 ${earlier}`])
    clock.advance(1)
    expect(seen.at(-1)).toBe('DeadlineExceeded')
    const short = watch([before], { deadline: 5000 })
    short.clock.advance(5000)
    expect(short.seen.at(-1)).toBe('DeadlineExceeded')
  })

  it('asks when it is triggered, as by a webhook', () => {
    const trigger$ = new Subject<void>()
    const { clock, seen, times } = watch([before, { ...before, last_try_refresh: later }], { every: 60_000, trigger$ })
    clock.advance(10_000)
    trigger$.next()
    clock.advance(1000)
    expect(times()).toEqual([0, 10_000])
    expect(seen.at(-1)).toBe('done')
    expect(trigger$.observed).toBe(false)
  })

  it('waits transient errors out', () => {
    const { clock, seen } = watch([before, 'cut', { ...before, last_try_refresh: later }])
    clock.advance(60_000)
    expect(seen).toEqual([`0 ${earlier}`, `0 ${later}`, 'done'])
  })

  it('asks no more when it is left', () => {
    const { clock, asked, watching } = watch([before])
    clock.advance(3000)
    watching.unsubscribe()
    const count = asked.length
    clock.advance(60_000)
    expect(asked).toHaveLength(count)
  })

  it.each([{ after: 'yesterday' }, { every: 1 }, { deadlin: 1 }])('refuses the options %j', (options) => {
    const { asked, seen } = watch([before], options as unknown as WatchItemConfig<WatchedItem>)
    expect(seen).toEqual(['ConfigError'])
    expect(asked).toEqual([])
  })
})
