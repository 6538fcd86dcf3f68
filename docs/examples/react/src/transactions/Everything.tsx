import { useEffect, useRef, useState } from 'react'
import { isTransient } from 'rxbank'
import { useStream } from 'rxbank/react'
import { useBank } from '../bank/client'
import { feed, type Feed, listOf } from '../bank/feed'
import { ErrorNote } from '../error/ErrorNote'
import { Spoken } from '../shell/Spoken'
import { Days } from './Days'

/** How long a list is kept after one has left it, in milliseconds: the way back finds it as far as it was read. */
const keepFor = 60_000

/** The end of what is shown. Near it the next page is read; the button does the same for those who do not scroll. */
const End = ({ feed: { rows, isComplete, isLoading, error, readMore } }: { readonly feed: Feed }) => {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = !isLoading && !isComplete && error === undefined

  useEffect(() => {
    if (end.current === null || !isWaiting) return
    // It may report several changes at once, such as out of sight and then in sight.
    const read = (entries: ReadonlyArray<IntersectionObserverEntry>) => {
      if (entries.at(-1)?.isIntersecting === true) readMore()
    }
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px 600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting, readMore])

  return (
    <div ref={end} className="end">
      {error !== undefined && <ErrorNote error={error} onRetry={readMore} />}
      {error === undefined && !isComplete && (
        <button type="button" aria-disabled={isLoading} onClick={readMore}>
          {isLoading ? 'Reading …' : 'Show older ones'}
        </button>
      )}
      <p role="status">{isComplete && rows.length > 0 && `These are all ${String(rows.length)} transactions.`}</p>
    </div>
  )
}

type Props = {
  readonly accountId: number | undefined
  readonly names: ReadonlyMap<number, string> | undefined
}

/** The transactions, the newest first, a page at a time. */
export const Everything = ({ accountId, names }: Props) => {
  const { user } = useBank()
  const key = `transactions ${String(accountId ?? 'all')}`
  const { value, error, reload } = useStream(key, () => feed(listOf(user, accountId)), { keepFor })
  // A page that did not come before one left the list is read again when one is back.
  const [kept] = useState(value)
  useEffect(() => {
    if (kept?.error !== undefined && isTransient(kept.error)) kept.readMore()
  }, [kept])
  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={reload} />}
      {value === undefined && error === undefined && (
        <div className="ghost tall">
          <Spoken>Reading</Spoken>
        </div>
      )}
      {value !== undefined && (
        <>
          {value.rows.length === 0 && value.isComplete && <p className="empty">There are no transactions yet.</p>}
          <Days rows={value.rows} names={names} />
          <End feed={value} />
        </>
      )}
    </>
  )
}
