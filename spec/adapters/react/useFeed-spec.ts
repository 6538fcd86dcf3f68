import { none, some } from 'fp-ts/lib/Option.js'
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { concat, defer, NEVER, of, Subject, throwError } from 'rxjs'
import { RxBankProvider } from '../../../lib/adapters/react/RxBankProvider.js'
import { type FeedSnapshot, feedSource, useFeed, type UseFeedConfig } from '../../../lib/adapters/react/useFeed.js'
import { toStore } from '../../../lib/adapters/store/toStore.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2025 } from '../../../lib/bridge.js'
import { createGatewayClient, type FeedList, type PageLink } from '../../../lib/index.js'
import { lost } from '../../helpers/world.js'
import { streaming } from './streaming.js'

interface Row {
  readonly id: number
}

/** The first rows of a hundred, as many as are asked for. */
const firstRows = (limit = 0) => ({
  resources: Array.from({ length: limit }, (_, index) => ({ id: 100 - index })),
  next: limit < 100 ? some({} as PageLink) : none,
})

const inShort = ({ rows, hasMore, status, error }: FeedSnapshot<Row>): string =>
  [rows.length, hasMore ? 'more' : 'all', status, ...(error ? [error.message] : [])].join(' ')

/** A page that shows a feed, and the snapshots that it has rendered. */
const shown = (list: FeedList<Row>, config: UseFeedConfig = {}) => {
  const snapshots: Array<FeedSnapshot<Row>> = []
  const Rows = () => {
    const snapshot = useFeed('rows', list, config)
    snapshots.push(snapshot)
    return inShort(snapshot)
  }
  const suspending = createElement(Suspense, { fallback: 'reading' }, createElement(Rows))
  return { page: createElement(RxBankProvider, { client: {} }, suspending), snapshots }
}

describe('useFeed', () => {
  it('has no rows on a server, and reads none there', () => {
    let reads = 0
    const { page } = shown({ pages: () => (reads++, NEVER) })
    expect([renderToString(page), reads]).toEqual([expect.stringContaining('0 all loading'), 0])
  })

  it('has the first page on a server that streams, with suspense, and adds pages', async () => {
    const clock = createVirtualClock()
    const reads: Array<string> = []
    const list: FeedList<Row> = {
      pages: ({ limit, priority }) => {
        reads.push(`${String(limit)} ${String(priority)}`)
        return of(firstRows(limit))
      },
    }
    const { page, snapshots } = shown(list, { suspense: true, keepFor: 0, clock, pageSize: 30 })
    expect(await streaming(page).html).toContain('30 more live')
    snapshots.at(-1)?.more()
    expect(reads).toEqual(['30 interactive', '60 interactive'])
    clock.advance(1000)
    expect(clock.pending()).toBe(0)
  })

  it('says until when its request waits', async () => {
    const clock = createVirtualClock()
    const list: FeedList<Row> = {
      pages: ({ onWait }) => {
        onWait?.(41_000)
        return NEVER
      },
    }
    const { page, snapshots } = shown(list, { suspense: true, keepFor: 0, clock })
    expect(await streaming(page).html).toContain('0 all waiting')
    expect(snapshots.at(-1)?.until).toEqual(new Date(clock.wall() + 41_000))
  })

  it('throws the error of the feed with suspense', async () => {
    const { page } = shown({ pages: () => throwError(() => new Error('refused')) }, { suspense: true })
    await expect(streaming(page).html).rejects.toThrow('refused')
  })

  it('keeps its rows over a reload that waits or fails, until the first page is read', () => {
    const clock = createVirtualClock()
    const outage = throwError(() => lost)
    let pages$: ReturnType<FeedList<Row>['pages']> = of(firstRows(30))
    const list: FeedList<Row> = { pages: () => defer(() => pages$) }
    const store = toStore(feedSource(list, { clock, pageSize: 30, random: () => 1 }), { clock })
    const seen: Array<unknown> = []
    store.subscribe(() => {
      const { value, status, isStale, error, waitingUntil } = store.getSnapshot()
      const wait = waitingUntil && `waits ${String(waitingUntil.getTime() - clock.wall())}`
      seen.push([value?.rows.length, value?.status, status, isStale, wait ?? error?.message].join(' '))
    })
    expect(seen.splice(0).at(-1)).toBe('30 live active false ')

    pages$ = outage
    store.reload()
    clock.advance(1500)
    expect(seen.splice(0)).toContain('30 live loading true waits 2000')
    pages$ = of(firstRows(60))
    clock.advance(60_000)
    expect(seen.splice(0).at(-1)).toBe('30 live active false ')

    pages$ = throwError(() => new Error('gone'))
    store.reload()
    expect(seen.at(-1)).toBe('30 live error true gone')
  })

  it('has the type of the rows', () => {
    const { transactions } = createGatewayClient({
      profile: bridge2025,
      gateway: 'https://app.example/api/bank',
    }).user()
    const Rows = () => {
      const { rows, more } = useFeed('transactions', transactions, { every: 60_000, trigger$: concat(NEVER) })
      const dates: ReadonlyArray<string> = rows.map(({ date }) => date)
      // @ts-expect-error -- more$ is the hook's own: call more
      useFeed('other', transactions, { more$: new Subject() })
      return [dates.length, typeof more].join()
    }
    expect(renderToString(createElement(RxBankProvider, { client: {} }, createElement(Rows)))).toBe('0,function')
  })
})
