// Redirects, base addresses, and headers that lead away.
import assert from 'node:assert/strict'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { rxbank, rxjs, transports } from '../support/installed.mjs'
import { answer, rawBank, rawServer, tokenResponse } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const { createClient, documentedProfile } = rxbank
const { firstValueFrom, lastValueFrom } = rxjs
const redirects = 'README: no redirect is followed'
const https = 'README: baseUrl must be https, or this machine'
const page = (next_uri = null) => answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri } })

const statuses = [
  '301 Moved',
  '302 Found',
  '303 See Other',
  '307 Temporary',
  '308 Permanent',
  '300 Choices',
  '305 Proxy',
]

const ways = Object.entries(transports).flatMap(([name, http]) =>
  statuses.map((status) => [`${status}, ${name}`, { http, status }]),
)

const elsewhere = {
  Refresh: (to) => `0; url=${to}`,
  Link: (to) => `<${to}>; rel=next`,
  'Content-Location': (to) => to,
  Location: (to) => to,
  'Alt-Svc': (to) => `h2="${to.slice(7)}"; ma=1`,
  'Set-Cookie': () => 'session=evil; Path=/',
}

const bases = {
  'http elsewhere': 'http://bank.example',
  'a name that begins as this machine': 'http://localhost.bank.example',
  'an address that begins as this machine': 'http://127.0.0.1.bank.example',
  'this machine as a user': 'http://127.0.0.1@bank.example',
  'a user and a password': `https://eve:${secret}@bank.example`,
  'a query': `https://bank.example?client_secret=${secret}`,
  'a fragment': 'https://bank.example#x',
  'ftp:': 'ftp://127.0.0.1',
  'file:': 'file:///bank',
  'javascript:': 'javascript:alert(1)',
  'no scheme': '//bank.example',
  'no host': 'https://',
  'a path alone': '/bank',
  nothing: '',
  'a number': 5,
  null: null,
  'an object': { toString: () => 'https://bank.example' },
}

const stages = {
  'to a list': ({ banks }) => banks.pages(),
  'to a user’s list': (client) => client.user({ externalUserId: 'A6J' }).items.pages(),
  'to an authentication': (client) => client.user({ externalUserId: 'A6J' }).token$,
}

export const cases = [
  ...table(redirects, 'not followed', Object.fromEntries(ways), async ({ http, status }, after) => {
    const foreign = await rawServer(after, () => page())
    const bank = await rawBank(after, () => answer('', { status, headers: { Location: `${foreign.origin}/v2/items` } }))
    await failure(victimsUser(after, bank.origin, { http }).items.pages(), 'StatusError')
    assert.equal(foreign.seen.length, 0)
  }),
  ...table(
    'README: no redirect is followed; the secret is sent nowhere else',
    'answered elsewhere',
    stages,
    async (ask, after) => {
      const foreign = await rawServer(after, () => answer(tokenResponse))
      const headers = { Location: foreign.origin }
      const bank = await rawServer(after, () => answer('', { status: '307 Temporary Redirect', headers }))
      const client = victim(after, bank.origin)
      const ended = await Promise.race([
        outcome(ask(client)),
        bank.next('gone'),
        firstValueFrom(client.events$.pipe(rxjs.filter(({ _tag }) => _tag === 'TokenFailed'))),
      ])
      assert.notEqual(ended.end, 'complete')
      assert.equal(foreign.seen.length, 0)
    },
  ),
  ...table(
    'README: credentials go to baseUrl, and nowhere else',
    'a header that leads away',
    elsewhere,
    async (value, after) => {
      const foreign = await rawServer(after, () => page())
      const name = Object.keys(elsewhere).find((header) => elsewhere[header] === value)
      const bank = await rawBank(after, () =>
        answer({ resources: [], pagination: {} }, { headers: { [name]: value(foreign.origin) } }),
      )
      const { items } = victimsUser(after, bank.origin)
      for (let round = 0; round < 2; round++) await lastValueFrom(items.pages())
      assert.equal(foreign.seen.length, 0)
      assert.ok(bank.seen.every(({ head }) => !/^cookie:/im.test(head)))
    },
  ),
  ...table(https, 'refused', bases, (baseUrl) => {
    const make = () => createClient({ profile: documentedProfile, baseUrl, clientId: 'app', clientSecret: secret })
    assert.throws(make, (error) => {
      assertCloaked(error)
      return error._tag === 'ConfigError' && error.issues.some(({ path }) => path.includes('baseUrl'))
    })
  }),
]
