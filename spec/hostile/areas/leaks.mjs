// What a service may say so that a client repeats it, and settings with a secret in the wrong place.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { assertCloaked, row, secret, token } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { node, rxbank, rxjs } from '../support/installed.mjs'
import { answer, rawServer, tokenResponse } from '../support/rawServer.mjs'
import { outcome, victim } from '../support/victim.mjs'

const { clientErrorFromJson, createClient, documentedProfile, isClientError } = rxbank
const never = 'README: no error and no event shows a secret, a token or a row'

/** What a service may say so that a client repeats it. */
const answers = {
  '400 with a message': () => answer({ type: 'bad', message: `${secret} ${token} ${row}` }, { status: '400 Bad' }),
  '400 with a type': () => answer({ type: row, message: '' }, { status: '400 Bad' }),
  '401 with a challenge': () =>
    answer({}, { status: '401 No', headers: { 'WWW-Authenticate': `Bearer error="${token}"` } }),
  '429 with a header': () => answer({}, { status: '429 Many', headers: { 'Retry-After': row, 'X-Token': token } }),
  '500 with a stack': () => answer(`Error: ${row} at ${secret}`, { status: '500 Oops' }),
  '302 to an address with all of it': () =>
    answer('', { status: '302 Found', headers: { Location: `https://evil.example/?${token}` } }),
  'a page with all of it': () => answer(`<html>${secret} ${token} ${row}</html>`),
  'a row that is wrong': () => answer({ resources: [{ id: row }] }),
  'a link that leads away': () => answer({ resources: [], pagination: { next_uri: `https://evil.example/${token}` } }),
  'a link that is none': () => answer({ resources: [], pagination: { next_uri: `http://[${row}` } }),
  'half an answer': () => answer(`{"resources":[{"id":"${row}`),
  'a reason phrase': () => answer({}, { status: `400 ${row}` }),
}

/** Every operation that a user has, where it is told nothing but hostile words. */
const asked = (client) => {
  const user = client.user({ email: 'a@b.example', password: secret })
  const lists = [
    user.stocks,
    user.items,
    user.accounts,
    user.transactions,
    client.banks,
    client.categories,
    client.users,
  ]
  return [
    ...lists.map((list) => list.pages()),
    user.stocks.get(1),
    user.items.refreshStatus(1),
    user.bankForm.url(),
    user.changePassword({ current: secret, next: secret }),
    user.stocks.watchUpdated(),
  ]
}

const settings = {
  'a secret with a line feed': { clientSecret: `${secret}\n` },
  'an id that is a secret': { clientId: `${secret} x` },
  'a secret that is an object': { clientSecret: { secret } },
  'a field that is misspelt': { clientSecretKey: secret },
  'a wrong header': { headers: { Authorization: `Bearer ${token}` } },
  'a version that is a secret': { serviceVersion: secret },
  'a profile that is a secret': { profile: secret },
  'a retry that is a secret': { retry: { count: secret } },
}

export const cases = [
  ...table(never, 'told by the service', answers, async (bytes, after) => {
    const bank = await rawServer(after, ({ path }) => (path === '/v2/authenticate' ? answer(tokenResponse) : bytes()))
    const lines = []
    const client = victim(after, bank.origin, { profile: { ...rxbank.documentedProfile }, timeout: 2000 })
    const note = (object, text) => lines.push(text, inspect(object, { depth: 9 }))
    node.logEvents(client.events$, { debug: note, info: note, warn: note, error: note }, { level: 'debug' })
    for (const stream$ of asked(client)) {
      const { error, end } = await outcome(stream$.pipe(rxjs.take(1), rxjs.takeUntil(rxjs.timer(500))))
      if (!isClientError(error)) continue
      const rebuilt = clientErrorFromJson(JSON.parse(JSON.stringify(error)))
      assert.ok(rebuilt._tag === 'Right' && rebuilt.right._tag === end)
      assertCloaked(rebuilt.right, 'the rebuilt error')
    }
    assertCloaked(lines.join('\n'), 'the log')
  }),
  ...table(never, 'settings', settings, (config) => {
    const make = () =>
      createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'a',
        clientSecret: secret,
        ...config,
      })
    assert.throws(make, (error) => {
      assertCloaked(error)
      return error._tag === 'ConfigError'
    })
  }),
]
