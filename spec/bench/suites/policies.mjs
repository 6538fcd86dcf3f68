/**
 * What a request costs above the transport: the transport of these sides answers at once from memory, so that nothing is
 * measured but the client. Two comparisons: the chain of policies with one of them left out in turn, and the ways in which
 * programs send a request.
 */
import assert from 'node:assert/strict'
import { identity, Observable, of } from 'rxjs'
import { oneStock } from '../harness/oneStock.mjs'
import { timedSync } from '../harness/timed.mjs'
import { internals } from '../internals.mjs'

const {
  addCredentials,
  authorize,
  breaker,
  budget,
  compose,
  createClient,
  documentedProfile,
  enforceContract,
  eventHub,
  events,
  redact,
  retry,
  status,
  stock,
  systemClock,
  timeout,
  toHttpRequest,
} = internals

const stockId = oneStock.id
const body = JSON.stringify(oneStock)
const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }

const http = () =>
  new Observable((subscriber) => {
    subscriber.next({ status: 200, headers, body })
    subscriber.complete()
  })

const baseUrl = 'https://bank.example'
const secret = { clientId: 'bench', clientSecret: 'secret' }
const asked = { operation: 'stocks.get', method: 'GET', path: `/v2/stocks/${stockId}`, access: 'user', codec: stock }
const token = {
  access_token: redact('token-of-A6J'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
}

/** Time and heap for a request. No collection runs meanwhile, since the young generation has room for all of them. */
const perRequest = (count, ask) => () => {
  let answers = 0
  const observer = {
    next: () => {
      answers += 1
    },
    error: (error) => {
      throw error
    },
    complete: () => {},
  }
  const before = process.memoryUsage().heapUsed
  const [, cpu] = timedSync(() => {
    for (let i = 0; i < count; i += 1) ask().subscribe(observer)
  })
  const bytes = process.memoryUsage().heapUsed - before
  assert.equal(answers, count)
  return [(cpu * 1000) / count, bytes / count]
}

const comparison = (suite, count, sides) => ({
  suite,
  unit: ['CPU µs/request', 'B/request'],
  reference: Object.keys(sides)[0],
  rounds: 25,
  warmUp: 10,
  candidates: Object.entries(sides).map(([name, ask]) => ({ name, sample: perRequest(count, ask) })),
})

/** The chain as `assemble` has it, without one of its policies, or without all of them but one. */
const chain = (isWanted) => {
  const { emit } = eventHub(systemClock)
  const tokens = {
    readyToken: () => token,
    take: () => of(token),
    isLive: () => true,
    refuse: () => 'another',
    accept: () => {},
  }
  const policies = {
    retry: retry(systemClock, Math.random, emit, { count: 3, minDelay: 500, maxDelay: 30_000 }),
    authorize: authorize(() => tokens),
    addCredentials: addCredentials(
      { clientId: secret.clientId, clientSecret: redact(secret.clientSecret) },
      { credentials: 'headers', publicSecret: false, userSecret: true, isEarlier: false },
    ),
    budget: budget(systemClock, Math.random, emit, { limits: {}, maxWaiting: 10_000 })('A6J'),
    breaker: breaker(systemClock, Math.random, emit),
    events: events(systemClock, emit),
    timeout: timeout(systemClock),
    status: status(systemClock),
    enforceContract,
  }
  return compose(...Object.entries(policies).map(([name, policy]) => (isWanted(name) ? policy : identity)))(http)
}

const httpRequest = () =>
  toHttpRequest(
    {
      baseUrl: { origin: baseUrl, prefix: '', roots: ['/v2'] },
      headers: { 'Service-Version': '2021-06-01' },
      query: {},
      timeout: 30_000,
      maxBodySize: 16 * 1024 * 1024,
      nextRequestNumber: () => 1,
    },
    asked,
  )

const policyNames = [
  ...['retry', 'authorize', 'addCredentials', 'budget', 'breaker', 'events', 'timeout', 'status', 'enforceContract'],
]

const policies = (count) => {
  const request = httpRequest()
  const through = (isWanted) => {
    const sending = chain(isWanted)
    return () => sending(request)
  }
  return comparison(`policies: a request through the chain, ${count} in a row`, count, {
    'no policy': through(() => false),
    'all policies': through(() => true),
    ...Object.fromEntries(policyNames.map((name) => [`all but ${name}`, through((each) => each !== name)])),
  })
}

const ways = (count) => {
  const config = { profile: documentedProfile, baseUrl, ...secret, http }
  const request = httpRequest()
  const user = createClient(config).user({ token$: of(token) })
  return comparison(`ways to send: one resource, ${count} in a row`, count, {
    'the transport alone': () => http(request),
    'JSON.parse of the answer': () => of(JSON.parse(body)),
    'user.send': () => user.send(asked),
    'user.stocks.get': () => user.stocks.get(stockId),
  })
}

export const comparisons = ({ quick }) => [policies, ways].map((make) => make(quick ? 500 : 2000))
