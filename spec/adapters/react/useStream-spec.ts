import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { concat, defer, delay, finalize, NEVER, type Observable, of, Subject, tap, throwError } from 'rxjs'
import { RxBankProvider } from '../../../lib/adapters/react/RxBankProvider.js'
import { useRxBank } from '../../../lib/adapters/react/useRxBank.js'
import { useStream, type UseStreamConfig } from '../../../lib/adapters/react/useStream.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { streaming } from './streaming.js'

const client = { name: 'a client' }

const shown =
  (source: () => Observable<string>, config: UseStreamConfig<string> = {}, key = 'text') =>
  () => {
    const { value, error, status } = useStream(key, source, config)
    return `${String(value)}, ${status}${error ? `, ${error.message}` : ''}`
  }

const provided = (...components: ReadonlyArray<() => string>) =>
  createElement(RxBankProvider, { client }, ...components.map((one) => createElement(one)))

const streamed = (page: ReturnType<typeof provided>): Promise<string> => streaming(page).html

/** Lets React render: it does so in tasks and promises of its own, whatever the clock. */
const rendered = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

describe('useStream', () => {
  it('renders the initial value on a server, and subscribes to nothing', () => {
    let subscriptions = 0
    const source = () => {
      subscriptions++
      return of('new')
    }
    expect(renderToString(provided(shown(source, { initialValue: 'old' })))).toBe('old, loading')
    expect(renderToString(provided(shown(source)))).toBe('undefined, loading')
    expect(subscriptions).toBe(0)
  })

  it('waits for the value on a server that streams, with suspense', async () => {
    let subscriptions = 0
    const source = () => {
      subscriptions++
      return of('new').pipe(delay(1))
    }
    const text = shown(source, { suspense: true, keepFor: 0 })
    const page = createElement(
      RxBankProvider,
      { client },
      createElement(Suspense, { fallback: 'reading' }, createElement(text), createElement(text)),
    )
    const html = await streamed(page)
    expect(html).toContain('new, complete')
    expect(subscriptions).toBe(1)
  })

  describe('a component that suspends', () => {
    /** A page whose stream loads, and lets time pass. */
    const loading = (keepFor: number) => {
      const clock = createVirtualClock()
      const source = new Subject<string>()
      const counts = { all: 0, open: 0 }
      const counted = () =>
        defer(() => {
          counts.all++
          counts.open++
          return source.pipe(finalize(() => counts.open--))
        })
      const text = shown(counted, { suspense: true, keepFor, clock })
      const page = streaming(
        createElement(
          RxBankProvider,
          { client },
          createElement(Suspense, { fallback: 'reading' }, createElement(text), createElement(text)),
        ),
      )
      const pass = async (seconds: number) => {
        for (let second = 0; second < seconds; second++) {
          await rendered()
          clock.advance(1_000)
        }
      }
      return { ...page, clock, source, counts, pass }
    }

    it.each([0, 5_000])('keeps one subscription as long as it waits, with keepFor %d', async (keepFor) => {
      const { html, source, counts, clock, pass } = loading(keepFor)
      await pass(60)
      expect(counts).toEqual({ all: 1, open: 1 })
      source.next('late')
      expect(await html).toContain('late, active')
      await pass(6)
      expect([counts, clock.pending()]).toEqual([{ all: 1, open: 0 }, 0])
    })

    it.each([0, 5_000])('ends its subscription when it is thrown away, with keepFor %d', async (keepFor) => {
      const { html, leave, counts, clock, pass } = loading(keepFor)
      await pass(17)
      leave()
      await expect(html).rejects.toThrow('left')
      await pass(6 + keepFor / 1_000)
      expect([counts, clock.pending()]).toEqual([{ all: 1, open: 0 }, 0])
    })
  })

  it('has the time until which a request waits, of the calls that get what the function gets', async () => {
    const clock = createVirtualClock()
    const config = { suspense: true, keepFor: 0, clock }
    const Text = () =>
      String(
        useStream('text', ({ onWait }) => concat(of('old').pipe(tap(() => onWait(5000))), NEVER), config).waitingUntil,
      )
    const page = createElement(
      RxBankProvider,
      { client },
      createElement(Suspense, { fallback: 'reading' }, createElement(Text)),
    )
    expect(await streamed(page)).toContain(String(new Date(clock.wall() + 5000)).replace(/ \(.*/, ''))
  })

  it('throws the error of a stream with suspense', async () => {
    const page = createElement(
      RxBankProvider,
      { client },
      createElement(
        Suspense,
        { fallback: 'reading' },
        createElement(shown(() => throwError(() => new Error('refused')), { suspense: true })),
      ),
    )
    await expect(streamed(page)).rejects.toThrow('refused')
  })

  it('fails clearly without a provider', () => {
    expect(() => renderToString(createElement(shown(() => NEVER)))).toThrow('RxBankProvider')
    expect(() => renderToString(createElement(() => useRxBank<typeof client>().client.name))).toThrow('RxBankProvider')
  })

  it('gives the client of the nearest provider', () => {
    const Name = () => useRxBank<typeof client>().client.name
    const page = createElement(
      RxBankProvider,
      { client: { name: 'another' } },
      createElement(RxBankProvider, { client }, createElement(Name)),
    )
    expect(renderToString(page)).toBe('a client')
  })

  it('has the type of the stream, and asks for that of a client', () => {
    const state$: Observable<'idle' | 'busy'> = NEVER
    const State = () => {
      const state: 'idle' | 'busy' = useStream('state', () => state$, { initialValue: 'idle' }).value
      const nothing: 'idle' | 'busy' | null = useStream('nothing', () => state$, { initialValue: null }).value
      // @ts-expect-error -- the stream has no such state
      useStream('wrong', () => state$, { initialValue: 'asleep' })
      // @ts-expect-error -- nobody has said what the client is
      const { name }: typeof client = useRxBank().client
      return [state, String(nothing), name].join()
    }
    expect(renderToString(createElement(RxBankProvider, { client }, createElement(State)))).toBe('idle,null,a client')
  })
})
