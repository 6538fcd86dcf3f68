// Redirects, base addresses, link objects and credentials that others would like to have.
import assert from 'node:assert/strict'
import { assertCloaked, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxbank, rxjs, transports } from '../support/installed.mjs'
import { answer, proofsIn, rawBank, rawServer, tokenAnswer } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const { createClient } = rxbank
const { firstValueFrom, lastValueFrom } = rxjs
const redirects = 'README: no redirect is followed'
const https = 'README: baseUrl must be https, or this machine'
const bound =
  'paging.md: a link is bound to the client, the user and the list that gave it; it cannot be built or stored'

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

const forged = {
  'an empty object': () => ({}),
  'its JSON': (link) => JSON.parse(JSON.stringify({ link })).link,
  'its clone': (link) => structuredClone(link),
  'its heir': (link) => Object.create(link),
  'a proxy of it': (link) => new Proxy(link, {}),
  'a copy of its fields': (link) => Object.assign(Object.create(Object.getPrototypeOf(link)), link),
  'an address': () => 'http://127.0.0.1/v2/stocks',
  null: () => null,
}

/** The link of a first page of stocks, with what gave it. */
const linked = async (after) => {
  const bank = await rawBank(after, () => page('/v2/stocks?after=1'))
  const client = victim(after, bank.origin)
  const user = client.user({ externalUserId: 'A6J' })
  const { next } = await firstValueFrom(user.stocks.pages())
  return { bank, client, user, link: next.value, asked: bank.seen.length }
}

const others = {
  'another list': ({ user }) => user.items,
  'the list of changes': ({ user }) => user.stocks.updated(),
  'a public list': ({ client }) => client.banks,
  'another user': ({ client }) => client.user({ externalUserId: 'B7K' }).stocks,
  'another client': ({ bank }, after) => victimsUser(after, bank.origin).stocks,
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
      const foreign = await rawServer(after, () => answer(tokenAnswer))
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
    const make = () => createClient({ baseUrl, clientId: 'app', clientSecret: secret })
    assert.throws(make, (error) => {
      assertCloaked(error)
      return error._tag === 'ConfigError' && error.issues.some(({ path }) => path.includes('baseUrl'))
    })
  }),
  ...table(bound, 'forged', forged, async (forge, after) => {
    const { bank, user, link, asked } = await linked(after)
    const ended = await failure(
      rxjs.defer(() => user.stocks.page(forge(link))),
      'PagingError',
      'ConfigError',
    )
    assert.deepEqual([ended.values.length, bank.seen.length], [0, asked])
  }),
  ...table(bound, 'given to', others, async (give, after) => {
    const all = await linked(after)
    const ended = await failure(give(all, after).page(all.link), 'PagingError')
    assert.deepEqual([ended.reason, all.bank.seen.length], ['foreign-link', all.asked])
  }),
  ...family('requests.md: public requests carry the application’s id alone', {
    'a public list has links to those of users': async (after) => {
      const bank = await rawBank(after, ({ path }) => page(path.includes('users') ? null : '/v2/users?after=1'))
      await outcome(victim(after, bank.origin).banks.pages())
      assert.deepEqual(proofsIn(bank.seen), [])
    },
    'no token goes into a public request': async (after) => {
      const bank = await rawBank(after, () => page())
      const client = victim(after, bank.origin)
      await lastValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
      await lastValueFrom(client.banks.pages())
      assert.ok(bank.seen.some(({ head }) => head.includes(token)))
      assert.ok(!bank.seen.at(-1).head.includes(token) && !bank.seen.at(-1).head.includes(secret))
    },
    'a link adds credentials to its query': async (after) => {
      const bank = await rawBank(after, ({ path }) =>
        page(path.includes('after') ? null : '/v2/banks?after=1&client_secret=x&access_token=y'),
      )
      await outcome(victim(after, bank.origin).banks.pages())
      assert.deepEqual(proofsIn(bank.seen), [])
    },
  }),
]
