import { Writable } from 'node:stream'
import { createElement, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { delay, NEVER, type Observable, of, throwError } from 'rxjs'
import { RxBankProvider } from '../../../lib/adapters/react/RxBankProvider.js'
import { useRxBank } from '../../../lib/adapters/react/useRxBank.js'
import { useStream, type UseStreamConfig } from '../../../lib/adapters/react/useStream.js'

const client = { name: 'a client' }

const shown =
  (source: () => Observable<string>, config: UseStreamConfig<string> = {}, key = 'text') =>
  () => {
    const { value, error, status } = useStream(key, source, config)
    return `${String(value)}, ${status}${error ? `, ${error.message}` : ''}`
  }

const provided = (...components: ReadonlyArray<() => string>) =>
  createElement(RxBankProvider, { client }, ...components.map((one) => createElement(one)))

/** What a server that streams has sent when it ends. */
const streamed = (page: ReturnType<typeof provided>): Promise<string> =>
  new Promise((resolve, reject) => {
    let html = ''
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        html += String(chunk)
        done()
      },
      final: () => resolve(html),
    })
    renderToPipeableStream(page, { onError: reject }).pipe(sink)
  })

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
