/**
 * The server of the suite fanOut, in a process of its own: what is a user's is served to who has authenticated as that
 * user. `startUsersServer.mjs` starts it and says what it serves.
 */
import { createServer } from 'node:http'
import { oneStock } from './oneStock.mjs'

const accounts = Array.from({ length: 20 }, (_, index) => ({
  id: 2_341_501 + index,
  name: 'Account',
  balance: 100 * index,
  currency_code: 'EUR',
  updated_at: '2023-06-08T13:18:31.408Z',
}))

const counts = { connections: 0, authentications: 0 }
const bearer = 'Bearer token-of-'

const json = (value) => Buffer.from(JSON.stringify(value))

const stock = json(oneStock)

const send = (response, body, status = 200) => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}

const authenticate = async (request) => {
  const { external_user_id } = JSON.parse(Buffer.concat(await request.toArray()))
  counts.authentications += 1
  return {
    access_token: `token-of-${external_user_id}`,
    expires_at: '2099-01-01T00:00:00.000Z',
    user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id },
  }
}

const respond = async (request, response) => {
  const { authorization = '', host } = request.headers
  const { pathname } = new URL(request.url, `http://${host}`)
  if (pathname === '/counts') return send(response, json(counts))
  if (pathname === '/v2/authenticate') return send(response, json(await authenticate(request)))
  if (!authorization.startsWith(bearer)) return send(response, json({ type: 'unauthorized' }), 401)
  if (pathname !== '/v2/accounts') return send(response, stock)
  const name = authorization.slice(bearer.length)
  const resources = accounts.map((account) => ({ ...account, name }))
  return send(response, json({ resources, pagination: { previous_uri: null, next_uri: null } }))
}

const server = createServer({ keepAliveTimeout: 60_000 }, respond)
server.on('connection', () => (counts.connections += 1))
// Nothing here outlives what started it.
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
