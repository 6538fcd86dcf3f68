import { useEffect, useRef } from 'react'
import type { FeedSnapshot } from 'rxbank/react'
import { type Row, useNewest } from '../bank/transactions'
import { ErrorNote } from '../error/ErrorNote'
import { formatMoment } from '../format/days'
import { Spoken } from '../shell/Spoken'
import { Days } from './Days'

const describe = ({ rows, hasMore, until }: FeedSnapshot<Row>): string => {
  if (until !== undefined) return `Waiting until ${formatMoment(until)}.`
  return hasMore || rows.length === 0 ? '' : `These are all ${String(rows.length)} transactions.`
}

/** The end of what is shown. Near it the next page is read; the button does the same for those who do not scroll. */
const End = ({ feed }: { readonly feed: FeedSnapshot<Row> }) => {
  const { hasMore, status, error, more, reload } = feed
  const end = useRef<HTMLDivElement>(null)
  const isReady = hasMore && status === 'live'

  useEffect(() => {
    if (end.current === null || !isReady) return
    // It may report several changes at once, such as out of sight and then in sight.
    const read = (entries: ReadonlyArray<IntersectionObserverEntry>) => {
      if (entries.at(-1)?.isIntersecting === true) more()
    }
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px 600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isReady, more])

  return (
    <div ref={end} className="end">
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
      {error === undefined && hasMore && (
        <button type="button" aria-disabled={status === 'loading'} onClick={more}>
          {status === 'loading' ? 'Reading …' : 'Show older ones'}
        </button>
      )}
      <p role="status">{describe(feed)}</p>
    </div>
  )
}

type Props = {
  readonly accountId: number | undefined
  readonly names: ReadonlyMap<number, string> | undefined
}

/** The transactions, the newest first, a page at a time. */
export const Everything = ({ accountId, names }: Props) => {
  const feed = useNewest(accountId)
  const { rows, status } = feed
  return (
    <>
      {rows.length === 0 && status === 'loading' && (
        <div className="ghost tall">
          <Spoken>Reading</Spoken>
        </div>
      )}
      {rows.length === 0 && status === 'live' && <p className="empty">There are no transactions yet.</p>}
      <Days rows={rows} names={names} />
      <End feed={feed} />
    </>
  )
}
