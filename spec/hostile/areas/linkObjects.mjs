// Link objects that are forged or given to others, and public lists.
import assert from 'node:assert/strict'
import { secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxjs } from '../support/installed.mjs'
import { answer, proofsIn, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const { firstValueFrom, lastValueFrom } = rxjs

const bound =
  'paging.md: a link is bound to the client, the user and the list that gave it; it cannot be built or stored'

const page = (next_uri = null) => answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri } })

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
