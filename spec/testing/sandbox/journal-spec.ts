import { inspect } from 'node:util'
import { Redacted, reveal } from '../../../lib/base/Redacted.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createJournal } from '../../../lib/testing/sandbox/journal.js'
import { ask, authenticate, start, tokenOf, toRequest, virtualSandbox } from './caller.js'

const wire = { method: 'GET', path: '/v2/banks', query: '', headers: {}, body: '' }

describe('journal', () => {
  it('says what was asked and how it ended', () => {
    const sandbox = virtualSandbox()
    const token = tokenOf(sandbox)
    sandbox.advance(1500)
    const path = '/prefix/v2/transactions/updated?since=2020-01-01T00%3A00%3A00.000Z&limit=1&x=%2B+%c3'
    ask(sandbox, path, { token })
    ask(sandbox, '/v2/nothing')
    const [first, second, third] = sandbox.journal.entries()
    expect(first).toMatchObject({
      number: 1,
      time: new Date(start),
      method: 'POST',
      path: '/v2/authenticate',
      query: '',
      route: 'authenticate',
      status: 200,
      userUuid: sandbox.users[0]?.uuid,
      faults: [],
    })
    expect(second).toMatchObject({
      number: 2,
      time: new Date(start + 1500),
      path: '/v2/transactions/updated',
      query: 'since=2020-01-01T00%3A00%3A00.000Z&limit=1&x=%2B+%c3',
      route: 'transactionsUpdated',
      userUuid: sandbox.users[0]?.uuid,
    })
    expect(third).toMatchObject({ route: 'unknown', status: 404, userUuid: undefined })
  })

  it('has headers by lower-case name, and opens what it hides', () => {
    const sandbox = virtualSandbox()
    const token = tokenOf(sandbox)
    ask(sandbox, '/v2/items', { token })
    const [first, second] = sandbox.journal.entries()
    expect(second?.headers).toStrictEqual({
      'service-version': '2021-06-01',
      'client-id': 'sandbox-client',
      'client-secret': expect.any(Redacted),
      authorization: expect.any(Redacted),
    })
    expect(reveal(second?.headers.authorization as Redacted<string>)).toBe(`Bearer ${token}`)
    expect(reveal(first?.body as Redacted<string>)).toBe('{"external_user_id":"A6J"}')
  })

  it('shows no secret, token or body when it is printed', () => {
    const sandbox = virtualSandbox({
      profile: documentedProfile,
      credentials: { clientId: 'app', clientSecret: 'canary-secret' },
    })
    const [user] = sandbox.users
    const token = tokenOf(sandbox)
    authenticate(sandbox, { email: user?.email, password: user?.password })
    ask(sandbox, '/v2/items', { token })
    const entries = sandbox.journal.entries()
    const shown = [inspect(entries, { depth: 9, showHidden: true }), JSON.stringify(entries)].join()
    expect(shown).toContain('/v2/items')
    for (const canary of ['canary-secret', token, user?.password ?? '', user?.email ?? '', 'external_user_id']) {
      expect(shown).not.toContain(canary)
    }
  })

  it('counts what started, what ended how, and how many at once', () => {
    const sandbox = virtualSandbox()
    sandbox.faults.add({ kind: 'silence', times: 3 })
    sandbox.faults.add({ kind: 'disconnect' })
    const send = () => sandbox.http(toRequest(sandbox, '/v2/banks')).subscribe({ error: () => undefined })
    const silent = [send(), send(), send()]
    send()
    send()
    const { journal } = sandbox
    expect(journal.counts()).toStrictEqual({
      started: 5,
      finished: 1,
      aborted: 0,
      disconnected: 1,
      inFlight: 3,
      maxInFlight: 4,
      routes: { banks: 5 },
    })
    for (const subscription of silent) subscription.unsubscribe()
    for (const subscription of silent) subscription.unsubscribe()
    expect(journal.counts()).toMatchObject({ aborted: 3, inFlight: 0 })
    expect(journal.entries().map(({ status }) => status)).toStrictEqual([
      'aborted',
      'aborted',
      'aborted',
      'disconnected',
      200,
    ])
  })

  it('does not take for aborted what is left after the answer', () => {
    const sandbox = virtualSandbox()
    const subscription = sandbox.http(toRequest(sandbox, '/v2/banks')).subscribe(() => undefined)
    subscription.unsubscribe()
    sandbox
      .http(toRequest(sandbox, '/v2/banks'))
      .subscribe({
        next() {
          subscription.unsubscribe()
        },
      })
      .unsubscribe()
    expect(sandbox.journal.counts()).toMatchObject({ finished: 2, aborted: 0 })
  })

  it('forgets when it is told, but not what is in flight', () => {
    const sandbox = virtualSandbox()
    sandbox.faults.add({ kind: 'silence' })
    const subscription = sandbox.http(toRequest(sandbox, '/v2/banks')).subscribe()
    ask(sandbox, '/v2/banks')
    sandbox.journal.clear()
    expect(sandbox.journal.entries()).toStrictEqual([])
    expect(sandbox.journal.counts()).toMatchObject({ started: 0, finished: 0, inFlight: 1, maxInFlight: 1, routes: {} })
    subscription.unsubscribe()
    expect(sandbox.journal.counts()).toMatchObject({ aborted: 1, inFlight: 0 })
    expect(sandbox.journal.entries()).toStrictEqual([])
  })

  it('keeps the newest 10,000 entries, and counts all', () => {
    const { journal, open } = createJournal(() => 0)
    const forgotten = open(wire, 'banks', undefined)
    for (let count = 0; count < 25_000; count++) open(wire, 'banks', undefined).end(200)
    forgotten.end('aborted')
    const entries = journal.entries()
    expect(entries).toHaveLength(10_000)
    expect([entries[0]?.number, entries.at(-1)?.number]).toStrictEqual([15_002, 25_001])
    expect(journal.counts()).toMatchObject({ started: 25_001, finished: 25_000, aborted: 1, maxInFlight: 2 })
  })

  it('tells when an entry starts and when it ends, as values', () => {
    const sandbox = virtualSandbox()
    const seen: Array<readonly [number, unknown]> = []
    const subscription = sandbox.journal.changes$.subscribe(({ number, status }) => seen.push([number, status]))
    ask(sandbox, '/v2/banks')
    ask(sandbox, '/v2/nothing')
    subscription.unsubscribe()
    ask(sandbox, '/v2/banks')
    expect(seen).toStrictEqual([
      [1, 'pending'],
      [1, 200],
      [2, 'pending'],
      [2, 404],
    ])
  })
})
