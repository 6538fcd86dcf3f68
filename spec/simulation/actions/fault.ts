import { oneOf, type Random, sized, whole } from '../random.js'
import { hour, second } from '../time.js'
import type { Trouble } from '../world/Trouble.js'
import type { Kind } from './Kind.js'

const elsewhere = 'https://elsewhere.invalid'
/** Fields of answers and of rows that come with a wrong value, or are lost. */
export const fields = ['id', 'updated_at', 'access_token', 'expires_at', 'resources', 'pagination']
/** None of them is what these fields hold, so that what is wrong can be seen. */
const values = [undefined, null, 'not this', {}]

/** Kinds that only the lives of copies draw. */
type Undrawn = 'forbidden' | 'headers' | 'keys-reordered' | 'late-token' | 'no-rows' | 'rows-skipped'

/** The kinds that a life may draw. */
type Drawn = Exclude<Trouble['kind'], Undrawn>

/** One fault of each kind that the service or the way can have. */
const faults: Readonly<Record<Drawn, (random: Random) => Trouble>> = {
  latency: (random) => ({
    kind: 'latency',
    ms: sized(random, 100, 45 * second),
    side: oneOf(random, ['request', 'response'] as const),
  }),
  'no-date': () => ({ kind: 'no-date' }),
  skew: (random) => ({ kind: 'skew', ms: oneOf(random, [1, -1]) * sized(random, second, 5 * hour) }),
  silence: () => ({ kind: 'silence' }),
  disconnect: () => ({ kind: 'disconnect' }),
  unauthorized: () => ({ kind: 'unauthorized' }),
  'rate-limit': (random) =>
    random() < 0.3 ? { kind: 'rate-limit' } : { kind: 'rate-limit', retryAfter: sized(random, 1, 3000) },
  'server-error': (random) => ({ kind: 'server-error', status: oneOf(random, [500, 502, 503, 504]) }),
  status: (random) =>
    random() < 0.5
      ? { kind: 'status', status: oneOf(random, [204, 400, 403, 404, 408, 409, 425]) }
      : asksToWait(oneOf(random, [429, 503]), sized(random, 1, 3000)),
  redirect: () => ({ kind: 'redirect', to: `${elsewhere}/v2/transactions` }),
  html: () => ({ kind: 'html' }),
  empty: () => ({ kind: 'empty' }),
  huge: () => ({ kind: 'huge', bytes: 20 * 1024 * 1024 }),
  'gzip-bomb': () => ({ kind: 'gzip-bomb', bytes: 2 ** 40 }),
  'dead-cursor': (random) => ({ kind: 'dead-cursor', status: oneOf(random, [400, 404, 410]) }),
  cut: (random) => ({
    kind: 'cut',
    bytes: sized(random, 1, 1000) - 1,
    length: oneOf(random, ['declared', 'undeclared', 'undeclared'] as const),
    ending: oneOf(random, ['end', 'end', 'reset'] as const),
  }),
  truncated: () => ({ kind: 'truncated' }),
  'wrong-type': (random) => ({ kind: 'wrong-type', field: oneOf(random, fields), value: oneOf(random, values) }),
  'repeated-cursor': () => ({ kind: 'repeated-cursor' }),
  cycle: () => ({ kind: 'cycle' }),
  'foreign-link': () => ({ kind: 'foreign-link', url: `${elsewhere}/v2/transactions?after=abc` }),
  'empty-pages': (random) => ({ kind: 'empty-pages', count: whole(random, 1, 3) }),
  'rows-inserted': (random) => ({ kind: 'rows-inserted', count: whole(random, 1, 3) }),
  'rows-repeated': (random) => ({ kind: 'rows-repeated', count: whole(random, 1, 3) }),
}
const kinds = Object.keys(faults) as ReadonlyArray<Drawn>

/** The service asks to wait for so many seconds; every other 429 tells when its limit is reset, and nothing else. */
const asksToWait = (status: number, seconds: number): Trouble => ({
  kind: 'status',
  status,
  headers:
    status === 429 && seconds % 2 === 0
      ? { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) }
      : { 'retry-after': String(seconds) },
})

/** Requests of a user a day: it polls once an hour and authenticates every other time. */
const requests = 60

/** Something goes wrong with the next request of a user, at times with several in a row. */
export const fault: Kind = {
  name: 'fault',
  to: 'user',
  isFault: true,
  // Twice as many as are needed, of which a tenth meet ten requests and more.
  daily: (faultRate) => (2 * faultRate * requests) / 2.2,
  draw: (random) => {
    const kind = oneOf(random, kinds)
    const drawn = faults[kind](random)
    const left = random() < 0.1 ? whole(random, 5, 21) : 1
    const { kind: name, ...details } = drawn
    const whom = left === 1 ? 'request meets' : `${String(left)} requests meet`
    return {
      words: `the next ${whom} ${name} ${JSON.stringify(details)}`,
      run: (_, person) => {
        person.faults.push({ fault: drawn, left })
        if (person.faults.length > 20) person.faults.shift()
      },
    }
  },
}
