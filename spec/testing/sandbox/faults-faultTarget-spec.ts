import { bridge2025 } from '../../../lib/bridge.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { Fault } from '../../../lib/sandbox.js'
import { speak } from './bridge2025/speaking.js'
import { ask, authenticate, tokenOf, virtualSandbox } from './caller.js'

type On = NonNullable<Fault['on']>

/** Which of some paths of API version 2025-01-15 a fault applies to. */
const hits = (on: On, paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { sandbox, send } = speak()
  send('items')
  sandbox.faults.add({ kind: 'server-error', on, times: Infinity })
  return paths.filter((path) => send(path).status === 500)
}

const list = 'transactions?limit=1'
const feed = 'transactions?since=2026-01-01T00:00:00.000Z'
const [, account] = speak().owner.accountIds
const ofAccount = `transactions?account_id=${String(account)}`
const feedOfAccount = `${ofAccount}&since=2026-01-01T00:00:00.000Z`
const four = [list, feed, ofAccount, feedOfAccount]

describe('the requests that a fault is meant for', () => {
  describe('if operations share a path', () => {
    it.each<[On, ReadonlyArray<string>]>([
      ['transactions', four],
      ['transactions.list', four],
      ['transactionsUpdated', [feed, feedOfAccount]],
      ['transactions.updated', [feed, feedOfAccount]],
      ['accountTransactions', [ofAccount, feedOfAccount]],
      ['accountTransactionsUpdated', [feedOfAccount]],
      ['accounts.transactions.updated', [feedOfAccount]],
      ['/v3/aggregation/transactions', four],
      [/transactions$/, four],
      [({ query }) => query.includes('since'), [feed, feedOfAccount]],
    ])('are, for %p, all that it could have sent', (on, expected) => {
      expect(hits(on, four)).toStrictEqual(expected)
    })

    it('include those of a watcher', () => {
      const { clock, sandbox, owner } = speak()
      sandbox.faults.add({ kind: 'server-error', on: 'transactions', after: 1 })
      const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
      const subscription = client
        .user({ userUuid: owner.uuid })
        .transactions.watchUpdated({ since: new Date(sandbox.now()) })
        .subscribe()
      clock.advance(600_000)
      subscription.unsubscribe()
      expect(sandbox.faults.unused()).toStrictEqual([])
    })

    it('are those of its method', () => {
      const { sandbox, post, send } = speak()
      sandbox.faults.add({ kind: 'server-error', on: 'createUser' })
      expect(send('users').status).toBe(200)
      expect(post('/v3/aggregation/users', {}).status).toBe(500)
    })
  })

  it('are those at a path, in which :id is any segment', () => {
    expect(hits('/v3/aggregation/items/:id', ['items', 'items/187000', 'items/1', 'items/1/x'])).toStrictEqual([
      'items/187000',
      'items/1',
    ])
  })

  it('are those at a path that the service does not have', () => {
    const sandbox = virtualSandbox()
    sandbox.faults.add({ kind: 'server-error', on: '/v2/nothing' })
    expect([ask(sandbox, '/v2/nothing').status, ask(sandbox, '/v2/nothing').status]).toStrictEqual([500, 404])
  })

  it('are authentications too', () => {
    const sandbox = virtualSandbox()
    sandbox.faults.add({ kind: 'html', status: 403, on: 'authenticate' })
    const answer = authenticate(sandbox)
    expect([answer.status, answer.headers['content-type']]).toStrictEqual([403, 'text/html; charset=utf-8'])
    expect(tokenOf(sandbox)).not.toBe('')
  })
})
