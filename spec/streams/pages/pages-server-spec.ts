import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs'
import { transport as crossFetch } from '../../../lib/http/transport/crossFetch.js'
import { transport as nativeFetch } from '../../../lib/http/transport/nativeFetch.js'
import { all, pages } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { outcome, rows } from '../../helpers/lists.js'

const answer = (response: ServerResponse, resources: ReadonlyArray<unknown>, link: string | null = null) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ resources, pagination: { previous_uri: null, next_uri: link } }))
}

const isFirst = ({ url }: IncomingMessage): boolean => url === '/gate/v2/rows'

describe.each([
  ['cross-fetch', crossFetch],
  ['fetch', nativeFetch],
])('pages, from a real server over %s', (name, http) => {
  let server: TestServer | undefined

  const serve = async (listener: (request: IncomingMessage, response: ServerResponse) => void) => {
    server = await httpServer(listener)
    return {
      server,
      connection: connectionOver(http, { baseUrl: { origin: server.url, prefix: '/gate', roots: ['/v2'] } }),
    }
  }

  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  it.each([
    ['/v2/rows?after=a+b%2Bc%20d=e==&x=%3D%26%7e', '/gate/v2/rows?after=a+b%2Bc%20d=e==&x=%3D%26%7e'],
    ['/v2/rows?after=%C3%A9%E2%82%AC%F0%9F%92%B6', '/gate/v2/rows?after=%C3%A9%E2%82%AC%F0%9F%92%B6'],
    ['/v2/rows?after=é€💶', '/gate/v2/rows?after=%C3%A9%E2%82%AC%F0%9F%92%B6'],
    ['/v2/rows?since=2021-01-01 10:00', '/gate/v2/rows?since=2021-01-01%2010:00'],
    ['/v2/rows?a[]=-._~!$&()*+,;=:@/?', '/gate/v2/rows?a[]=-._~!$&()*+,;=:@/?'],
  ])('paging scenario 9: the link %p arrives as %p', async (link, arrived) => {
    const { connection } = await serve((request, response) => {
      answer(response, [], isFirst(request) ? link : null)
    })
    await outcome(all(connection)(rows))
    expect(server?.requests.map(({ url }) => url)).toEqual(['/gate/v2/rows', arrived])
  })

  it('paging scenario 9: another port of the same machine is foreign, and hears nothing', async () => {
    const other = await httpServer((_request, response) => {
      answer(response, [{ id: 666 }])
    })
    const { connection } = await serve((_request, response) => {
      answer(response, [{ id: 1 }], `${other.url}/gate/v2/rows?after=2`)
    })
    const { values, error } = await outcome(all(connection)(rows))
    expect([values, other.requests]).toEqual([[{ id: 1 }], []])
    expect(error).toMatchObject({ reason: 'foreign-address', page: some(2) })
    await other.close()
  })

  /** A list whose second page is never sent; and its request, once it is there. */
  const serveStuck = async () => {
    let arrive: (request: IncomingMessage) => void
    const second = new Promise<IncomingMessage>((resolve) => {
      arrive = resolve
    })
    const served = await serve((request, response) => {
      if (isFirst(request)) answer(response, [{ id: 1 }], '/v2/rows?after=2')
      else arrive(request)
    })
    return { ...served, second }
  }

  it.each([0, 1] as const)(
    'paging scenario 3: unsubscribing closes the socket of a request that is never answered, with prefetch: %d',
    async (prefetch) => {
      const { server: stuck, connection, second } = await serveStuck()
      const subscription = pages(connection)(rows, { prefetch }).subscribe()
      const { socket } = await second
      const closed = once(socket, 'close')
      subscription.unsubscribe()
      await closed
      expect(stuck.requests).toHaveLength(2)
    },
  )

  it('paging scenario 3: leaving the loop closes the socket of a request that is never answered', async () => {
    const { server: stuck, connection, second } = await serveStuck()
    const seen: Array<number> = []
    let closed: Promise<unknown> | undefined
    for await (const { id } of all(connection)(rows, { prefetch: 1 })) {
      seen.push(id)
      const { socket } = await second
      closed = once(socket, 'close')
      break
    }
    await closed
    expect([seen, stuck.requests.length]).toEqual([[1], 2])
  })

  it('paging scenario 3: leaving the loop leaves nothing that keeps a process alive', async () => {
    const { server: stuck, second } = await serveStuck()
    const folder = await mkdtemp(join(tmpdir(), 'rxbank-'))
    const outfile = join(folder, 'leaveLoop.cjs')
    await build({ entryPoints: ['spec/helpers/leaveLoop.ts'], bundle: true, platform: 'node', outfile })
    const child = spawn(process.execPath, [outfile, stuck.url, name])
    await second
    child.stdin.end('leave')
    expect(await once(child, 'close')).toEqual([0, null])
    await rm(folder, { recursive: true })
  })

  it('reads a list to its end, each page once', async () => {
    const { server: busy, connection } = await serve((request, response) => {
      const number = Number(new URL(request.url ?? '', 'http://any').searchParams.get('after') ?? 1)
      answer(response, [{ id: number }], number < 20 ? `/v2/rows?after=${String(number + 1)}` : null)
    })
    expect(await lastValueFrom(all(connection)(rows).pipe(toArray()))).toHaveLength(20)
    expect(busy.requests).toHaveLength(20)
  })

  it('asks for one page when the first is all that is taken', async () => {
    const { server: busy, connection } = await serve((_request, response) => {
      answer(response, [{ id: 1 }], '/v2/rows?after=2')
    })
    expect(await firstValueFrom(all(connection)(rows).pipe(take(1)))).toEqual({ id: 1 })
    expect(busy.requests).toHaveLength(1)
  })
})
