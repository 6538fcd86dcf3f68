import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forkJoin, lastValueFrom } from 'rxjs'
import { httpRequest } from '../../helpers/httpRequest.js'
import { nodeProcess } from '../../helpers/nodeProcess.js'
import { ownTransports } from '../../helpers/transports.js'

/** Connections for requests one after the other: undici, which is Node's own `fetch` too, answers before it has put one back. */
const kept = { crossFetch: 1, nativeFetch: 2, undici: 2 }

const sources = {
  crossFetch: '../lib/http/transport/crossFetch.js',
  nativeFetch: '../lib/http/transport/nativeFetch.js',
  undici: './helpers/undici.js',
}

describe.each(ownTransports)('%s: connections', (name, transport) => {
  let server: Server
  let url: string
  let connections: number
  let requests: number

  beforeEach(async () => {
    connections = 0
    requests = 0
    server = createServer(({ url: path }, response) => {
      requests++
      if (path === '/close') response.setHeader('Connection', 'close')
      response.end('{}')
    })
    server.on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  })
  afterEach(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )

  it('keeps them for many requests, one after the other', async () => {
    for (let i = 0; i < 50; i++) await lastValueFrom(transport(httpRequest({ url })))
    expect(requests).toBe(50)
    expect(connections).toBeLessThanOrEqual(kept[name])
  })

  it('keeps as many as there are requests at once', async () => {
    const eight = Array.from({ length: 8 }, () => transport(httpRequest({ url })))
    for (let i = 0; i < 5; i++) await lastValueFrom(forkJoin(eight))
    expect(requests).toBe(40)
    expect(connections).toBeLessThanOrEqual(8 * kept[name])
  })

  it('opens another after the server said that it closes', async () => {
    for (let i = 0; i < 3; i++) await lastValueFrom(transport(httpRequest({ url: `${url}close` })))
    expect([requests, connections]).toEqual([3, 3])
  })

  it('warns of no leak over 2,000 requests, and lets the process end with its connection open', async () => {
    const { code, stdout, stderr } = await nodeProcess(`
      import { concatMap, lastValueFrom, range } from 'rxjs'
      import { transport } from '${sources[name]}'
      import { httpRequest } from './helpers/httpRequest.js'

      const request = httpRequest({ url: '${url}' })
      const all = range(0, 2000).pipe(concatMap(() => transport(request)))
      lastValueFrom(all).then(({ status }) => console.log('done', status))
    `)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'done 200\n', stderr: '' })
    expect(requests).toBe(2000)
    expect(connections).toBeLessThanOrEqual(kept[name])
  })
})
