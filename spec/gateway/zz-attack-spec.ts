import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { none, some } from 'fp-ts/lib/Option.js'
import { NetworkError, StatusError, createClient } from '../../lib/index.js'
import { createGateway, toNodeHandler } from '../../lib/node/index.js'
import { createSandbox } from '../../lib/sandbox/index.js'

const headers = { 'RxBank-Gateway': 'interactive' }
const question = (path = '/v2/items', init = {}) => new Request(`https://app.example${path}`, { headers, ...init })

const make = (config: object, client: object = {}) => {
  const { credentials, http, faults, journal } = createSandbox()
  const c = createClient({ baseUrl: 'https://bank.example', ...credentials, http, ...client })
  return { faults, journal, gateway: createGateway(c, { authorize: () => ({ externalUserId: 'A6J' }), ...config } as never) }
}

it('A authorize fails with ClientError', async () => {
  for (const error of [
    new StatusError({ operation: 'users.list', page: none, status: 404, type: some('secret_word'), detail: none, retryAfter: none }),
    new NetworkError({ operation: 'x', page: none, reason: 'unreachable' } as never),
  ]) {
    const told: unknown[] = []
    const { gateway } = make({ authorize: () => Promise.reject(error), onError: (e: unknown) => told.push(e) })
    const answer = await gateway(question())
    console.log('A', answer.status, await answer.text(), told.length)
  }
})

it('H deep', async () => {
  const told: unknown[] = []
  const { gateway, faults } = make({ onError: (e: unknown) => told.push(e) })
  faults.add({ kind: 'status', status: 200, body: '{"resources":[{"id":1,"a":' + '['.repeat(2_000_000) + ']'.repeat(2_000_000) + '}]}', on: 'banks' })
  const answer = await gateway(question('/v2/banks'))
  console.log('H', answer.status, (await answer.text()).slice(0, 200), told)
})

it('D 407', async () => {
  const { gateway, faults } = make({})
  for (const status of [402, 405, 407, 408, 421, 425, 431, 451, 499]) {
    faults.add({ kind: 'status', status, body: '', on: 'banks' })
    const answer = await gateway(question('/v2/banks'))
    console.log('D', status, answer.status, Object.fromEntries(answer.headers))
  }
})

it('B slow reader', async () => {
  const handler = toNodeHandler(() => Promise.resolve(new Response('x'.repeat(5_000_000))))
  let finished = 0
  let closed = 0
  const server = createServer((m, r) => { r.on('finish', () => finished++); r.on('close', () => closed++); handler(m, r) })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((r) => setTimeout(r, 3000))
  console.log('B', finished, closed)
  socket.destroy(); server.closeAllConnections(); server.close()
})

it('C used body', async () => {
  const used = new Response('abc', { headers: { 'content-length': '3', 'set-cookie': 'C=1' } })
  await used.text()
  const server = createServer(toNodeHandler(() => Promise.resolve(used)))
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (d) => (text += d))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((r) => setTimeout(r, 300))
  console.log('C', text)
  socket.destroy(); server.closeAllConnections(); server.close()
})

it('LL gone before handler', async () => {
  let signal: AbortSignal | undefined
  const handler = toNodeHandler(({ signal: s }) => { signal = s; return new Promise(() => undefined) })
  const server = createServer((m, r) => { r.once('close', () => setTimeout(() => handler(m, r), 50)) })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((r) => setTimeout(r, 100))
  socket.destroy()
  await new Promise((r) => setTimeout(r, 300))
  console.log('LL aborted', signal?.aborted)
  server.closeAllConnections(); server.close()
})
