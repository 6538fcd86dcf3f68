// Credentials in queries, which a service quotes.
import assert from 'node:assert/strict'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { bridge, node, rxjs, transports } from '../support/installed.mjs'
import { answer, rawServer, tokenResponse } from '../support/rawServer.mjs'
import { outcome, victim } from '../support/victim.mjs'

const { bridge2018 } = bridge
const queries = 'applications.md: in a body or in the query, no event, error or trace shows a password'

const refusals = {
  'nobody there': null,
  'an end': (request, socket) => void socket.end(),
  'an answer that quotes the question': ({ path }) => answer({ type: path, message: path }, { status: `400 ${path}` }),
  'a redirect to the question': ({ path }) => answer('', { status: '302 Found', headers: { Location: path } }),
  'a link with the question': ({ path }) => answer({ resources: [], pagination: { next_uri: path } }),
  'a link elsewhere with the question': ({ path }) =>
    answer({ resources: [], pagination: { next_uri: `https://evil.example${path}` } }),
  'a row with the question': ({ path }) => answer({ resources: [{ id: path }] }),
}

const rows = (next_uri) => answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri } })

export const cases = [
  ...table(queries, 'of 2018, with', refusals, async (respond, after) => {
    const foreign = await rawServer(after, () => rows(null))
    const bank = await rawServer(after, (request, socket) =>
      request.path.includes('/authenticate') ? answer(tokenResponse) : respond(request, socket),
    )
    for (const http of Object.values(transports)) {
      const client = victim(after, respond === null ? 'http://127.0.0.1:9' : bank.origin, {
        profile: bridge2018,
        http,
        timeout: 5000,
      })
      const lines = []
      const note = (...parts) => lines.push(JSON.stringify(parts))
      node.logEvents(client.events$, { debug: note, info: note, warn: note, error: note }, { level: 'debug' })
      const user = client.user({ email: 'a@b.example', password: secret })
      for (const stream$ of [
        client.banks.pages(),
        client.users.pages(),
        user.stocks.pages(),
        client.users.create({ email: 'c@d.example', password: secret }),
      ])
        assert.notEqual((await outcome(stream$.pipe(rxjs.takeUntil(rxjs.timer(300))))).error?.name, 'TypeError')
      assertCloaked(lines.join('\n'), 'the log')
    }
    assert.equal(foreign.seen.length, 0)
  }),
]
