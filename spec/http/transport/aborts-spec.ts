import type { ServerResponse } from 'node:http'
import { lastValueFrom, type Observable, Subject, takeUntil } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { eventHub } from '../../../lib/base/event/eventHub.js'
import { events } from '../../../lib/http/policies/events.js'
import { timeout } from '../../../lib/http/policies/timeout.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { ownTransports, transports } from '../../helpers/transports.js'

/** A server that answers as told under `/held`, and tells of each such request and of its end; `/` is answered. */
const holding = async (answer: (response: ServerResponse) => void) => {
  const asked = new Subject<void>()
  const ended = new Subject<boolean>()
  const server = await httpServer(({ url }, response) => {
    if (url === '/') {
      response.end('{}')
      return
    }
    response.on('close', () => {
      ended.next(response.writableFinished)
      ended.complete()
    })
    answer(response)
    asked.next()
    asked.complete()
  })
  return { server, asked: lastValueFrom(asked), ended: lastValueFrom(ended) }
}

/** What a stream tells its subscriber. */
const reported = (stream: Observable<unknown>) => {
  const seen: Array<unknown> = []
  const subscription = stream.subscribe({
    next: (value) => seen.push(value),
    error: (error) => seen.push(error),
    complete: () => seen.push('end'),
  })
  return { seen, subscription }
}

describe.each(transports)('%s: aborting', (_, transport) => {
  let server: TestServer
  afterEach(() => server.close())

  const held = () => httpRequest({ url: `${server.url}/held`, timeout: 1000 })
  const answered = () => lastValueFrom(transport(httpRequest({ url: `${server.url}/` })))

  it('sends nothing when it is unsubscribed from at once', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    const { seen, subscription } = reported(transport(held()))
    subscription.unsubscribe()
    await answered()
    expect([server.requests.map(({ url }) => url), seen]).toEqual([['/'], []])
  })

  it('starts nothing for a subscriber who left on hearing of the request', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    const clock = createVirtualClock()
    const { events$, emit } = eventHub(clock)
    const leave$ = new Subject<void>()
    const heard: Array<string> = []
    events$.subscribe(({ _tag }) => {
      heard.push(_tag)
      leave$.next()
    })
    const starts = jest.spyOn(globalThis, 'AbortController')
    reported(events(clock, emit)(transport)(held()).pipe(takeUntil(leave$)))
    expect(starts).not.toHaveBeenCalled()
    starts.mockRestore()
    await answered()
    expect([heard, server.requests.map(({ url }) => url)]).toEqual([['Requested'], ['/']])
  })

  it('ends the connection before the headers came', async () => {
    const { asked, ended, ...rest } = await holding(() => undefined)
    server = rest.server
    const { seen, subscription } = reported(transport(held()))
    await asked
    subscription.unsubscribe()
    expect([await ended, seen]).toEqual([false, []])
  })

  it('ends the connection within the body', async () => {
    const { asked, ended, ...rest } = await holding((response) => response.writeHead(200).write('{"part":'))
    server = rest.server
    const { seen, subscription } = reported(transport(held()))
    await asked
    subscription.unsubscribe()
    expect([await ended, seen]).toEqual([false, []])
  })

  it('ends the connection of a request whose time is up, though nothing ever came', async () => {
    const { asked, ended, ...rest } = await holding(() => undefined)
    server = rest.server
    const clock = createVirtualClock()
    const { seen } = reported(timeout(clock)(transport)(held()))
    await asked
    clock.advance(1000)
    expect(seen).toEqual([new TimeoutError(held())])
    expect(await ended).toBe(false)
  })

  it('ends the connection of an answer that only drips: its time is for the whole', async () => {
    const clock = createVirtualClock()
    const drips: Array<number> = []
    const { ended, ...rest } = await holding((response) => {
      const drip = (): void => {
        drips.push(clock.monotonic())
        clock.advance(100)
        // A connection that ends is noticed between two turns of the event loop.
        if (!response.destroyed) response.write(' ', () => setImmediate(drip))
      }
      response.writeHead(200).write('{', drip)
    })
    server = rest.server
    const { seen } = reported(timeout(clock)(transport)(held()))
    expect(await ended).toBe(false)
    expect(seen).toEqual([new TimeoutError(held())])
    expect(drips.slice(0, 10)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  })

  it('tells nothing of an answer that comes after it was unsubscribed from', async () => {
    let respond = (): unknown => undefined
    const { asked, ended, ...rest } = await holding((response) => {
      respond = () => response.end('{}')
    })
    server = rest.server
    const { seen, subscription } = reported(transport(held()))
    await asked
    respond()
    subscription.unsubscribe()
    await ended
    await answered()
    expect(seen).toEqual([])
  })
})

describe.each(ownTransports)('%s: what was answered', (_, transport) => {
  it('is not aborted: the connection lives on', async () => {
    const server = await httpServer((_request, response) => response.end('{}'))
    const aborts = jest.spyOn(AbortController.prototype, 'abort')
    await lastValueFrom(transport(httpRequest({ url: `${server.url}/` })))
    expect(aborts).not.toHaveBeenCalled()
    aborts.mockRestore()
    await server.close()
  })
})
