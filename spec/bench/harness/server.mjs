/** The server of the suites, in a process of its own: `startServer.mjs` starts it and says what it serves. */
import { createServer } from 'node:http'
import { firstId, transactions } from './transactions.mjs'

const { pages, rows, latency } = JSON.parse(process.argv[2])
const resources = Array.from({ length: pages }, (_, page) =>
  transactions(rows, { from: firstId + page * rows, seed: page + 1 }),
)
const buffers = (toBody) => resources.map((own, page) => Buffer.from(JSON.stringify(toBody(own, page))))
const last = pages - 1

const address = (page) => `/v2/transactions?after=${page}&limit=${rows}`

/** By path: the bodies of the pages, the page that a query asks for, and the headers of a page. */
const lists = {
  '/v2/transactions': {
    bodies: buffers((own, page) => ({
      resources: own,
      pagination: {
        previous_uri: page === 0 ? null : address(page - 1),
        next_uri: page === last ? null : address(page + 1),
      },
    })),
    asked: (query) => Number(query.get('after') ?? 0),
  },
  '/link/transactions': {
    bodies: buffers((own) => own),
    asked: (query) => Number(query.get('page') ?? 1) - 1,
    headers: (page, host) =>
      page === last ? {} : { Link: `<http://${host}/link/transactions?page=${page + 2}&per_page=${rows}>; rel="next"` },
  },
  '/v1/balance_transactions': {
    bodies: buffers((own, page) => ({
      object: 'list',
      url: '/v1/balance_transactions',
      has_more: page < last,
      data: own,
    })),
    asked: (query) => (query.has('starting_after') ? (query.get('starting_after') - firstId + 1) / rows : 0),
  },
}

const oneRow = Buffer.from(JSON.stringify(resources[0][0]))

const answerTo = ({ url, headers: { host } }) => {
  const { pathname, searchParams } = new URL(url, 'http://server')
  const list = lists[pathname]
  if (list === undefined) return pathname.startsWith('/v2/transactions/') ? { body: oneRow } : undefined
  const page = list.asked(searchParams)
  return { body: list.bodies[page], headers: list.headers?.(page, host) }
}

const send = (response, answer) => {
  if (answer?.body === undefined) {
    response.writeHead(404).end()
    return
  }
  const { body, headers } = answer
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers })
  response.end(body)
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const answer = answerTo(request)
  if (latency > 0) setTimeout(() => send(response, answer), latency)
  else send(response, answer)
})
// Nothing here outlives what started it.
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
