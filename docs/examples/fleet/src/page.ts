import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Observable } from 'rxjs'

/** What the page shows, once a second. */
export interface Shown {
  readonly users: number
  readonly suspendedUsers: number
  readonly suspendedFeeds: number
  readonly dueRounds: number
  readonly lag: number
  readonly heldRounds: number
  readonly rounds: number
  readonly rows: number
  readonly total: number
  readonly waiting: number
  readonly budget: {
    readonly limit: number
    readonly free: number
    readonly leased: number
    readonly spent: number
    readonly coolDown: number
  }
  readonly pids: ReadonlyArray<number>
  readonly restarts: number
}

/** A message to the page: how things are, or a change. */
export type PageMessage =
  | ({ readonly type: 'shown' } & Shown)
  | { readonly type: 'change'; readonly time: number; readonly user: string; readonly count: number }

/** What the buttons of the page do; each says what came of it. `balances` gives what the page draws, if there is anything. */
export interface Buttons {
  readonly kill: () => string
  readonly runNow: (user: string) => Promise<string>
  readonly balances: (user: string, width: number) => Promise<object | undefined>
}

const html = readFileSync(new URL('../../src/page.html', import.meta.url), 'utf8')

/** What is in the elements of a name, by its digest: nothing else of that kind runs in the page. */
const digests = (element: 'script' | 'style'): string =>
  Array.from(html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')), ([, text = '']) => {
    const digest = createHash('sha256').update(text).digest('base64')
    return `'sha256-${digest}'`
  }).join(' ')

const policy = `default-src 'none'; style-src ${digests('style')}; script-src ${digests('script')}; connect-src 'self'`

/** Only the page itself may press its buttons: a page of another origin sends another `Origin`, or another `Host`. */
const isOwn = ({ headers }: IncomingMessage): boolean =>
  /^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '') && headers.origin === `http://${headers.host ?? ''}`

/** Answers on a port of this machine. Gives its URL and what closes it. */
export const servePage = async (
  port: number,
  messages$: Observable<PageMessage>,
  { kill, runNow, balances }: Buttons,
) => {
  const stream = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    const telling = messages$.subscribe((message) => response.write(`data: ${JSON.stringify(message)}\n\n`))
    response.on('close', () => telling.unsubscribe())
  }
  const say = (response: ServerResponse, status: number, text: string): void => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const press = request.method === 'POST'
    if (press && !isOwn(request)) say(response, 403, 'not from here')
    else if (pathname === '/' && !press)
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy }).end(html)
    else if (pathname === '/events' && !press) stream(response)
    else if (pathname === '/balances' && !press) {
      const width = Math.min(2000, Math.max(100, Math.floor(Number(searchParams.get('width')) || 0)))
      balances(searchParams.get('user') ?? '', width).then(
        (shown) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown ?? null)),
        (error: unknown) => say(response, 503, String(error)),
      )
    } else if (pathname === '/kill' && press) say(response, 200, kill())
    else if (pathname === '/runNow' && press)
      runNow(searchParams.get('user') ?? '').then(
        (text) => say(response, 200, text),
        (error: unknown) => say(response, 503, String(error)),
      )
    else say(response, 404, 'not found')
  })
  await new Promise<void>((done, fail) => {
    server.on('error', ({ code }: NodeJS.ErrnoException) =>
      fail(
        new Error(
          `127.0.0.1:${String(port)} cannot be opened (${String(code)}): set FLEET_PORT to a port that is free`,
        ),
      ),
    )
    server.listen(port, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
