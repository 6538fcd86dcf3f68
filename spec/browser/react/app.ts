// What is rendered on a server, and hydrated in a browser.
import { none, some } from 'fp-ts/lib/Option.js'
import { Component, createElement as h, type ReactNode, StrictMode, Suspense } from 'react'
import { createVirtualClock, type FeedList, type PageLink } from 'rxbank'
import { RxBankProvider, useFeed, useRxBank, useStream } from 'rxbank/react'
import { defer, finalize, map, NEVER, type Observable, of, Subject, throwError } from 'rxjs'

export const ticks = new Subject<number>()
let subscriptions = 0
let isBroken = true

export const counts = () => ({ subscriptions, isObserved: ticks.observed })
export const mend = () => (isBroken = false)

const count = () =>
  defer(() => {
    subscriptions++
    return ticks
  })

const Count = ({ id }: { readonly id: string }) => {
  const { value, status, reload } = useStream('count', count, { initialValue: 0, keepFor: 100 })
  return h('button', { id, onClick: reload }, `${String(value)} ${status}`)
}

const name = (client: string): Observable<string> => of(1).pipe(map(() => `of ${client}`))

const Name = () => {
  const { client } = useRxBank<{ readonly name: string }>()
  const { value } = useStream('name', () => name(client.name), { suspense: true })
  return h('p', { id: 'name' }, value)
}

const fragile = () => defer(() => (isBroken ? throwError(() => new Error('refused')) : of('mended')))

const Fragile = () => h('p', { id: 'fragile' }, useStream('fragile', fragile, { suspense: true }).value)

let isRefused = false
export const refuse = (refused: boolean) => (isRefused = refused)

/** A list of six rows, which can be refused. */
const list: FeedList<{ readonly id: number }> = {
  pages: ({ limit = 0 }) =>
    defer(() => {
      if (isRefused) throw new Error('refused')
      const resources = Array.from({ length: limit }, (_, index) => ({ id: 6 - index }))
      return of({ resources, next: limit < 6 ? some({} as PageLink) : none })
    }),
}

const Feed = () => {
  const { rows, hasMore, status, error, more, reload } = useFeed('feed', list, { pageSize: 2 })
  return h(
    'p',
    null,
    h('span', { id: 'feed' }, `${String(rows.length)} ${status} ${error?.message ?? ''}`),
    hasMore && h('button', { id: 'more', onClick: more }, 'more'),
    h('button', { id: 'anew', onClick: reload }, 'anew'),
  )
}

/** The clock of a stream that never has a value, and how often it was subscribed to. */
export const clock = createVirtualClock()
export const slow = { subscriptions: 0, open: 0 }

const never = () =>
  defer(() => {
    slow.subscriptions++
    slow.open++
    return NEVER.pipe(finalize(() => slow.open--))
  })

const Slow = () => h('p', null, useStream<string>('slow', never, { suspense: true, keepFor: 0, clock }).value)

const Retry = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { reload } = useRxBank()
  const retry = () => {
    reload('fragile')
    onRetry()
  }
  return h('button', { id: 'retry', onClick: retry }, 'again')
}

class Boundary extends Component<{ readonly children?: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    if (this.state.hasFailed) return h(Retry, { onRetry: () => this.setState({ hasFailed: false }) })
    return this.props.children
  }
}

export interface AppProps {
  readonly client: { readonly name: string }
  readonly isFragile?: boolean
  readonly isSlow?: boolean
  readonly isMounted?: boolean
}

export const App = ({ client, isFragile = false, isSlow = false, isMounted = true }: AppProps) =>
  h(
    StrictMode,
    null,
    h(
      RxBankProvider,
      { client },
      isMounted && h(Count, { id: 'one' }),
      isMounted && h(Count, { id: 'other' }),
      isMounted && h(Feed),
      h(Suspense, { fallback: 'reading' }, h(Name)),
      isSlow && h(Suspense, { fallback: h('p', { id: 'slow' }, 'reading') }, h(Slow)),
      isFragile && h(Boundary, null, h(Suspense, { fallback: 'reading' }, h(Fragile))),
    ),
  )
