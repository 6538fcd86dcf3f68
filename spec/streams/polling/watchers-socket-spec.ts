import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Observable } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import type { Connection } from '../../../lib/http/Connection.js'
import { transport } from '../../../lib/http/transport/crossFetch.js'
import { link, listResponse, updatedStocks } from '../../helpers/feed.js'
import { httpServer } from '../../helpers/httpServer.js'
import { changes, poll } from '../../helpers/interpreters.js'
import { request, states } from '../../helpers/refreshes.js'
import { watching } from '../../helpers/watching.js'

/** The socket of the question that the server leaves without an answer closes when the watcher is unsubscribed. */
const abortsHanging = async (
  watch: (connection: Connection) => Observable<unknown>,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<number> => {
  let hangs = (): void => undefined
  let closes = (): void => undefined
  const hanging = new Promise<void>((resolve) => (hangs = resolve))
  const closed = new Promise<void>((resolve) => (closes = resolve))
  const server = await httpServer((question, response) => {
    if (answer(question, response)) return
    question.socket.once('close', closes)
    hangs()
  })
  const baseUrl = { origin: server.url, prefix: '', roots: ['/v2'] }
  const errors: Array<unknown> = []
  const subscription = watch(watching(transport, { clock: systemClock, baseUrl })).subscribe({
    error: (error) => errors.push(error),
  })
  await hanging
  subscription.unsubscribe()
  await closed
  expect(errors).toEqual([])
  await server.close()
  return server.requests.length
}

describe('watchers over sockets', () => {
  it('unsubscribing from poll aborts a request that is never answered', async () => {
    let questions = 0
    const asked = await abortsHanging(
      (connection) => poll(connection)(request, { every: 100 }),
      (_, response) => {
        if (++questions > 2) return false
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(states.r))
        return true
      },
    )
    expect(asked).toBe(3)
  })

  it('unsubscribing from changes aborts a page that is never answered', async () => {
    const asked = await abortsHanging(
      (connection) => changes(connection)(updatedStocks, { every: 100 }),
      ({ url }, response) => {
        if (url?.includes('after=') === true) return false
        const { headers, body } = listResponse([], undefined, link('2'))
        response.writeHead(200, headers).end(body)
        return true
      },
    )
    expect(asked).toBe(2)
  })
})
