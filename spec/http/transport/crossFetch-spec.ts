import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forkJoin, lastValueFrom } from 'rxjs'
import { transport } from '../../../lib/http/transport/crossFetch.js'
import { httpRequest } from '../../helpers/httpRequest.js'

describe('crossFetch', () => {
  it('has 64 requests at a host in flight at most; the others wait for their turn', async () => {
    let now = 0
    let most = 0
    let answered = 0
    const server = createServer((_request, response) => {
      most = Math.max(most, ++now)
      setImmediate(() => {
        now--
        answered++
        response.end('{}')
      })
    })
    const opened = jest.fn()
    server.on('connection', opened)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
    await lastValueFrom(forkJoin(Array.from({ length: 200 }, () => transport(httpRequest({ url })))))
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    expect(answered).toBe(200)
    expect(most).toBeLessThanOrEqual(64)
    expect(opened).toHaveBeenCalledTimes(64)
  })
})
