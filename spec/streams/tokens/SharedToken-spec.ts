import { inspect } from 'node:util'
import { concatMap, defer, EMPTY, map, NEVER, type Observable, of, tap, throwError, timer } from 'rxjs'
import {
  type Client,
  type ClientEvent,
  createClient,
  createVirtualClock,
  redact,
  type TokenStore,
} from '../../../lib/index.js'
import { memoryTokenStore } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { lastingToken } from '../../helpers/scripted.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const me = { externalUserId: 'A6J' }

/** Clients, as of so many processes, of one service and one store under one clock. */
const setUp = (
  count = 3,
  { latency = 500, users = 1, ...config }: { latency?: number; users?: number; tokenStore?: TokenStore } = {},
) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, users, transactions: 0 })
  if (latency > 0) sandbox.faults.add({ kind: 'latency', ms: latency, on: 'authenticate', times: Infinity })
  const store = memoryTokenStore({ clock })
  const events: Array<ClientEvent> = []
  const clients = Array.from({ length: count }, () => {
    const base = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, clock }
    const client = createClient({
      profile: documentedProfile,
      ...base,
      retry: { count: 0 },
      random: () => 0.5,
      tokenStore: store,
      ...config,
    })
    client.events$.subscribe((event) => events.push(event))
    return client
  })
  const authentications = () => sandbox.journal.counts().routes.authenticate ?? 0
  const failures = () => events.flatMap((event) => (event._tag === 'TokenStoreFailed' ? [event.reason] : []))
  return { clock, sandbox, store, clients, events, authentications, failures }
}

/** What came of a request of a user: the number of answers, and the tags of errors. */
const ask = (clients: ReadonlyArray<Client>, identity: Parameters<Client['user']>[0] = me) => {
  const outcome = { answers: 0, errors: [] as Array<string> }
  const subscriptions = clients.map((client) =>
    client
      .user(identity)
      .items.pages()
      .subscribe({
        next: () => outcome.answers++,
        error: ({ _tag }: { readonly _tag: string }) => outcome.errors.push(_tag),
      }),
  )
  return Object.assign(outcome, { subscriptions })
}

describe('a token that is shared', () => {
  it('is requested once by all clients that need it at the same moment', () => {
    const { clock, clients, authentications, failures } = setUp()
    const outcome = ask(clients)
    clock.advance(2 * second)
    expect([outcome.answers, outcome.errors, authentications(), failures()]).toEqual([3, [], 1, []])
    expect(clock.pending()).toBe(0)
  })

  it('is asked for once for each of 250 users by three clients', () => {
    const users = 250
    const { clock, sandbox, clients, authentications } = setUp(3, { users })
    const outcomes = sandbox.users.map(({ externalUserId }) => ask(clients, { externalUserId }))
    clock.advance(2 * second)
    expect(outcomes.filter(({ answers }) => answers === 3)).toHaveLength(users)
    expect(authentications()).toBe(users)
  })

  it('is requested once by eight clients if the API servers know it 300 ms late, and twice if it is adopted at once', () => {
    for (const beginsLater of [false, true]) {
      const { clock, sandbox, clients, authentications } = setUp(8)
      let isLate = false
      // The first client has the token at once, the others wait for it, or find it in the store.
      sandbox.faults.add({
        kind: 'unauthorized',
        on: (request) => request.route === 'items' && isLate,
        times: Infinity,
      })
      const outcomes = [ask(clients.slice(0, beginsLater ? 1 : 8))]
      clock.advance(500)
      isLate = true
      if (beginsLater) outcomes.push(ask(clients.slice(1)))
      clock.advance(800)
      isLate = false
      clock.advance(10 * second)
      expect(outcomes.reduce((sum, { answers }) => sum + answers, 0)).toBe(8)
      expect([outcomes.flatMap(({ errors }) => errors), authentications()]).toEqual([[], beginsLater ? 2 : 1])
    }
  })

  it('is used by a client that begins later, for as long as it lives', () => {
    const { clock, clients, authentications } = setUp()
    ask(clients.slice(0, 1))
    clock.advance(hour)
    const later = ask(clients.slice(1))
    expect([later.answers, authentications()]).toEqual([2, 1])
    clock.advance(hour)
    ask(clients)
    clock.advance(2 * second)
    expect(authentications()).toBe(2)
  })

  it('is used again after a clock was set, for the store knows how long it lives', () => {
    const { clock, sandbox, store: tokenStore, authentications } = setUp(0)
    let ahead = 0
    const machine = { ...clock, wall: () => clock.wall() + ahead }
    const base = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http }
    const client = createClient({ profile: documentedProfile, ...base, clock: machine, tokenStore })
    const asked = () => ask([client]).answers
    asked()
    clock.advance(minute)
    for (const step of [5 * hour, -9 * hour]) {
      ahead += step
      expect([asked(), authentications()]).toEqual([1, 1])
    }
    clock.advance(2 * hour)
    asked()
    expect(authentications()).toBe(2)
  })

  it.each([-9 * hour, 12 * hour])('is used although a clock was set while the store was read, by %d ms', (step) => {
    const { clock, sandbox, clients, store, authentications } = setUp(1)
    ask(clients)
    clock.advance(minute)
    let ahead = 0
    const readings: Array<number> = []
    const take: typeof store.take = (principal, request) =>
      defer(() => store.take(principal, request)).pipe(
        tap(() => {
          readings.push(clock.monotonic())
          ahead = step
        }),
      )
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
      clock: { ...clock, wall: () => clock.wall() + ahead },
      tokenStore: { ...store, take },
    })
    const asked = ask([client])
    clock.advance(second)
    expect([asked.answers, asked.errors, readings.length, authentications()]).toEqual([1, [], 2, 1])
  })

  it('is renewed before its end by one of those who use it', () => {
    const { clock, clients, events, authentications } = setUp()
    const seen = clients.map((client) => {
      const tokens: Array<number> = []
      client.user(me).token$.subscribe(({ expires_at }) => tokens.push(expires_at.getTime()))
      return tokens
    })
    clock.advance(24 * hour)
    const shortest = Math.min(...seen.map((tokens) => tokens.length))
    expect(authentications()).toBe(13)
    expect(shortest).toBe(13)
    expect(seen[1]).toEqual(seen[0])
    expect(events.filter(({ _tag }) => _tag === 'TokenFailed')).toEqual([])
  })

  it('is replaced once for all when the service refuses it', () => {
    const users = 50
    const { clock, sandbox, clients, authentications } = setUp(3, { users })
    const askAll = () => sandbox.users.map(({ externalUserId }) => ask(clients, { externalUserId }))
    askAll()
    clock.advance(2 * second)
    sandbox.revokeTokens()
    const outcomes = askAll()
    clock.advance(5 * second)
    expect(outcomes.filter(({ answers, errors }) => answers === 3 && errors.length === 0)).toHaveLength(users)
    expect(authentications()).toBe(2 * users)
  })

  it('is taken from the store after a refusal, if somebody has renewed it', () => {
    const { clock, sandbox, clients, authentications } = setUp(2)
    ask(clients)
    clock.advance(6 * second)
    sandbox.revokeTokens()
    ask(clients.slice(0, 1))
    clock.advance(2 * second)
    const other = ask(clients.slice(1))
    expect([other.answers, authentications()]).toEqual([1, 2])
  })

  it.each([6 * second, minute, 15 * minute])(
    'that the store has, and that is refused as well, is replaced by an authentication, %d ms after another',
    (wait) => {
      const { clock, clients, sandbox, authentications } = setUp(2)
      const [first, second_] = clients as [Client, Client]
      const answered = (client: Client) => {
        const outcome = ask([client])
        clock.advance(2 * second)
        return [outcome.answers, outcome.errors]
      }
      expect([answered(first), answered(second_)]).toEqual([
        [1, []],
        [1, []],
      ])
      clock.advance(wait)
      sandbox.revokeTokens()
      expect(answered(first)).toEqual([1, []])
      clock.advance(wait)
      sandbox.revokeTokens()
      expect(answered(second_)).toEqual([1, []])
      expect(authentications()).toBe(3)
    },
  )

  it('is asked for a few times if the store has nothing but tokens that are refused', () => {
    let given = 0
    const store: TokenStore = {
      take: () => {
        const token = { ...lastingToken(), access_token: redact(`refused-${String(++given)}`) }
        return of({ _tag: 'Stored', remaining: hour, lease: String(given), token })
      },
      save: () => EMPTY,
      forget: () => EMPTY,
    }
    const { clock, clients, sandbox, failures } = setUp(1, { tokenStore: store })
    const outcome = ask(clients)
    clock.advance(20 * second)
    expect([outcome.answers, outcome.errors, failures()]).toEqual([0, ['StatusError'], []])
    expect(sandbox.journal.counts().routes).toEqual({ items: 4 })
  })

  it('is forgotten by all when a client is told to', () => {
    const { clock, clients, authentications } = setUp(2)
    ask(clients.slice(0, 1))
    clock.advance(2 * second)
    clients[0]?.user(me).invalidate()
    ask(clients.slice(1))
    clock.advance(2 * second)
    expect(authentications()).toBe(2)
  })

  it('is not that of another identity, service or application', () => {
    const principals = new Set<string>()
    const store: TokenStore = {
      take: (principal) => {
        principals.add(principal)
        return throwError(() => new Error('none'))
      },
      save: () => EMPTY,
      forget: () => EMPTY,
    }
    const { clock, sandbox } = setUp()
    const uuid = sandbox.users[0]?.uuid ?? ''
    for (const base of ['https://bank.example', 'https://bank.example/other'])
      for (const clientId of ['one', 'a&b=c'])
        for (const identity of [me, { userUuid: uuid }, { externalUserId: '&external_user_id=A6J' }])
          ask(
            [
              createClient({
                profile: documentedProfile,
                baseUrl: base,
                clientId,
                clientSecret: 's',
                clock,
                http: sandbox.http,
                tokenStore: store,
              }),
            ],
            identity,
          )
    expect(principals.size).toBe(12)
    expect([...principals][0]).toBe('https://bank.example/v2/authenticate?client_id=one&external_user_id=A6J')
  })

  it('is not shared if a user has a password, which is told to nobody', () => {
    const asked: Array<unknown> = []
    const note = (...given: ReadonlyArray<unknown>) => {
      asked.push(given)
      return NEVER
    }
    const { clock, sandbox, clients } = setUp(2, { tokenStore: { take: note, save: note, forget: note } })
    const { email = '', password = '' } = sandbox.users[0] ?? {}
    const right = ask(clients.slice(0, 1), { email, password })
    clock.advance(1000)
    const wrong = ask(clients.slice(1), { email, password: 'wr0ng' })
    clock.advance(1000)
    expect([right.answers, wrong.answers, wrong.errors]).toEqual([1, 0, ['AuthenticationError']])
    expect(asked).toEqual([])
  })
})

describe('the lease of an authentication', () => {
  it('runs out if its holder is gone, and another authenticates', () => {
    const { clock, sandbox, store, clients, authentications } = setUp(2)
    store
      .take(`https://bank.example/v2/authenticate?client_id=${sandbox.credentials.clientId}&external_user_id=A6J`, {
        lease: 'gone',
        leaseFor: 6 * second,
      })
      .subscribe(({ _tag }) => expect(_tag).toBe('Leased'))
    const outcome = ask(clients)
    clock.advance(5 * second)
    expect([outcome.answers, authentications()]).toEqual([0, 0])
    clock.advance(4 * second)
    expect([outcome.answers, authentications()]).toEqual([2, 1])
  })

  it('is held for as long as the authentication takes', () => {
    const { clock, clients, authentications } = setUp(3, { latency: 25 * second })
    const outcome = ask(clients)
    clock.advance(24 * second)
    expect([outcome.answers, authentications()]).toEqual([0, 1])
    clock.advance(3 * second)
    expect([outcome.answers, authentications()]).toEqual([3, 1])
    expect(clock.pending()).toBe(0)
  })

  it('is given up by whom nobody waits for any more', () => {
    const { clock, clients, authentications } = setUp(2, { latency: 10 * second })
    const first = ask(clients.slice(0, 1))
    const other = ask(clients.slice(1))
    clock.advance(second)
    first.subscriptions.forEach((one) => one.unsubscribe())
    clock.advance(second)
    expect(authentications()).toBe(2)
    clock.advance(11 * second)
    expect(other.answers).toBe(1)
  })

  it('is given up when an authentication fails, and others try it', () => {
    const { clock, sandbox, clients, authentications } = setUp(2)
    sandbox.faults.add({ kind: 'status', status: 403, on: 'authenticate' })
    const outcome = ask(clients)
    clock.advance(5 * second)
    expect([outcome.answers, outcome.errors, authentications()]).toEqual([1, ['AuthenticationError'], 2])
  })
})

describe('a store that fails', () => {
  const invalid = [
    ['nothing', () => EMPTY],
    ['a number', () => of(7)],
    ['a word of another meaning', () => of({ _tag: 'Other' })],
    ['a token that is none', () => of({ _tag: 'Stored', token: { access_token: 'text' }, left: hour, lease: 'a' })],
    ['no life', () => of({ _tag: 'Stored', token: {}, left: NaN, lease: 'a' })],
    ['no stream', () => 7],
    ['no result of a then', () => ({ then: () => undefined })],
  ] as const

  it.each<readonly [string, () => unknown, string, number]>([
    ...invalid.map(([name, take]) => [name, take, 'invalid', 0] as const),
    ['an error', () => throwError(() => new Error('t0k3n')), 'failed', 0],
    ['an error with a reason', () => throwError(() => ({ reason: 'denied', token: 't0k3n' })), 'denied', 0],
    ['an error with a reason of its own', () => throwError(() => ({ reason: 't0k3n' })), 'failed', 0],
    ['an error that is none', () => throwError(() => undefined), 'failed', 0],
    ['what throws', () => { throw new Error('t0k3n') }, 'failed', 0], // prettier-ignore
    ['no response', () => NEVER, 'late', 5 * second],
  ])('and gives %s is gone on without', (_, take, reason, wait) => {
    const tokenStore = { take, save: () => EMPTY, forget: () => EMPTY } as unknown as TokenStore
    const { clock, clients, authentications, failures } = setUp(2, { tokenStore })
    const outcome = ask(clients)
    clock.advance(wait + second)
    expect([outcome.answers, authentications(), failures()]).toEqual([2, 2, [reason, reason]])
    expect(clock.pending()).toBe(0)
  })

  it('and does not save holds nobody up, and tells no token', () => {
    const clock = createVirtualClock()
    const store = memoryTokenStore({ clock })
    let token = ''
    const tokenStore: TokenStore = {
      take: store.take,
      save: (_, lease, { access_token }) => {
        token = inspect(access_token)
        return throwError(() => new Error(`${lease} ${String(access_token)}`))
      },
      forget: () => NEVER,
    }
    const { clients, events, failures, ...other } = setUp(1, { tokenStore })
    const outcome = ask(clients)
    other.clock.advance(second)
    clients[0]?.user(me).invalidate()
    other.clock.advance(6 * second)
    expect([outcome.answers, failures(), token]).toEqual([1, ['failed', 'late'], '<redacted>'])
    expect(events.flatMap((event) => (event._tag === 'TokenStoreFailed' ? [event.action] : []))).toEqual([
      'save',
      'forget',
    ])
  })

  it('and has a token of another key is left as it is by those who cannot decrypt it, and used by the others', () => {
    const { clock, clients: [one, other], store, sandbox, authentications } = setUp(2) // prettier-ignore
    const stranger: TokenStore = {
      ...store,
      take: (principal, asked) =>
        store
          .take(principal, asked)
          .pipe(map((answer) => (answer._tag === 'Stored' ? ({ _tag: 'Unreadable' } as const) : answer))),
      save: () => {
        throw new Error('it saves over a token of others')
      },
    }
    const base = { baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, clock }
    const third = createClient({ profile: documentedProfile, ...base, tokenStore: stranger })
    const failures: Array<unknown> = []
    third.events$.subscribe((event) => {
      if (event._tag === 'TokenStoreFailed') failures.push([clock.monotonic() / minute, event.action, event.reason])
    })
    const askAll = () => ask([one, third, other].flatMap((client) => client ?? []))
    ask(one ? [one] : [])
    clock.advance(second)
    const begun = clock.monotonic() / minute
    const outcome = askAll()
    clock.advance(minute)
    expect([outcome.answers, authentications(), failures]).toEqual([3, 2, [[begun, 'take', 'unreadable']]])
    const later = askAll()
    clock.advance(minute)
    expect([later.answers, authentications(), failures.length]).toEqual([3, 2, 1])
  })

  it('and is always busy is gone on without after five minutes', () => {
    let asked = 0
    const take = () => {
      asked++
      return of({ _tag: 'Busy' } as const)
    }
    const tokenStore: TokenStore = { take, save: () => EMPTY, forget: () => EMPTY }
    const { clock, clients, authentications, failures } = setUp(1, { tokenStore })
    const tokens: Array<unknown> = []
    clients[0]?.user(me).token$.subscribe((token) => tokens.push(token))
    clock.advance(4 * minute)
    expect([authentications(), failures()]).toEqual([0, []])
    clock.advance(2 * minute)
    expect([authentications(), failures(), tokens.length, asked]).toEqual([1, ['busy'], 1, 301])
  })

  it('and gives tokens that have ended, always others, is asked no more often', () => {
    let asked = 0
    const tokenStore: TokenStore = {
      take: (_, { unusableLease }) => {
        asked++
        const lease = `${unusableLease ?? ''}x`.slice(-20) + String(asked)
        const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }
        return of({
          _tag: 'Stored',
          token: { access_token: redact('dead'), expires_at: new Date(0), user },
          remaining: 500,
          lease,
        })
      },
      save: () => EMPTY,
      forget: () => EMPTY,
    }
    const { clock, clients, authentications } = setUp(1, { tokenStore })
    clients[0]?.user(me).token$.subscribe()
    clock.advance(6 * minute)
    expect([authentications(), asked]).toEqual([1, 301])
  })

  it('and is slow is waited for, for five seconds', () => {
    const base = setUp(1)
    const slow = <A>(answer: Observable<A>): Observable<A> =>
      defer(() => timer(4900, base.clock.scheduler).pipe(concatMap(() => answer)))
    const tokenStore: TokenStore = {
      take: (...given) => slow(base.store.take(...given)),
      save: (...given) => slow(base.store.save(...given)),
      forget: (...given) => slow(base.store.forget(...given)),
    }
    const config = {
      baseUrl: 'https://bank.example',
      ...base.sandbox.credentials,
      http: base.sandbox.http,
      clock: base.clock,
    }
    const clients = [0, 1, 2].map(() => createClient({ profile: documentedProfile, ...config, tokenStore }))
    const outcome = ask(clients)
    base.clock.advance(25 * second)
    expect([outcome.answers, base.authentications()]).toEqual([3, 1])
  })
})
