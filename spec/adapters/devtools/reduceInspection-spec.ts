import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import type { InspectorEvent } from '../../../lib/adapters/devtools/Inspection.js'
import { emptyInspection, maxLanes, reduceInspection } from '../../../lib/adapters/devtools/reduceInspection.js'
import { maxAttempts } from '../../../lib/adapters/devtools/reduceRequest.js'
import { NetworkError } from '../../../lib/index.js'

const error = new NetworkError({ operation: 'a', page: none, origin: 'https://a.b', code: none })
const small = fc.nat(9)
const optionally = <A>(value: fc.Arbitrary<A>) => fc.option(value).map((one) => (one === null ? none : some(one)))

/** Any act, with numbers that are few, so that acts are often about the same. */
const bodies: ReadonlyArray<fc.Arbitrary<object>> = [
  fc.record({
    _tag: fc.constant('RequestStarted'),
    page: optionally(small),
    priority: fc.constant('interactive'),
    cause: fc.oneof(
      fc.record({ _tag: fc.constantFrom('Prerequisite', 'FollowUp'), request: small }),
      fc.constant({ _tag: 'Unknown' }),
    ),
  }),
  fc.record({ _tag: fc.constant('RequestEnded'), outcome: fc.constantFrom('answered', 'failed', 'unsubscribed') }),
  fc.record({ _tag: fc.constant('Requested'), method: fc.constant('GET'), page: optionally(small) }),
  fc.record({ _tag: fc.constant('Responded'), status: fc.constantFrom(200, 503), duration: small }),
  fc.record({ _tag: fc.constant('Retried'), error: fc.constant(error), attempt: small, delay: small }),
  fc.record({ _tag: fc.constant('TokenRenewed'), expires_at: fc.date({ noInvalidDate: true }) }),
  fc.record({ _tag: fc.constant('TokenFailed'), error: fc.constant(error), delay: optionally(small) }),
  fc.record({ _tag: fc.constantFrom('WatcherStarted', 'WatcherEnded'), watcher: small, every: small }),
  fc.record({
    _tag: fc.constant('Polled'),
    watcher: small,
    checkpoint: fc.constant(none),
    error: optionally(fc.constant(error)),
    delay: small,
  }),
  fc.record({
    _tag: fc.constant('BudgetChanged'),
    scope: fc.constant('user'),
    limit: fc.constant(none),
    remaining: optionally(small),
    waiting: small,
    coolDown: small,
  }),
  fc.record({
    _tag: fc.constant('CircuitChanged'),
    state: fc.constantFrom('closed', 'open', 'half-open'),
    error: fc.constant(none),
    delay: fc.constant(none),
  }),
  fc.record({
    _tag: fc.constant('StreamMarked'),
    name: fc.string({ maxLength: 2 }),
    kind: fc.constant('next'),
    text: fc.constant('next'),
  }),
]
const act = fc
  .tuple(fc.oneof(...bodies), fc.constantFrom('a', 'b'), small, fc.nat(1000))
  .map(([body, operation, request, ms]) => {
    const about = { operation, request, time: new Date(ms) }
    return { ...about, ...body, ...('name' in body && { request: none }) } as unknown as InspectorEvent
  })

describe('reduce', () => {
  it('keeps each list within its history, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (acts, history) => {
        const after = acts.reduce((inspection, one) => reduceInspection(inspection, one, history), emptyInspection)
        const lists = [after.requests, after.tokens, after.watchers, ...after.lanes.map(({ marks }) => marks)]
        expect(lists.every(({ length }) => length <= history)).toBe(true)
        expect(after.lanes.length).toBeLessThanOrEqual(maxLanes)
        const numbers = after.requests.map(({ number }) => number)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(after.requests.every(({ attempts }) => attempts.length <= maxAttempts)).toBe(true)
        expect(after.last).toStrictEqual(acts.length === 0 ? none : some(acts.at(-1)?.time))
      }),
    )
  })

  it('never says of a request that it was caused by itself or by a later one, unless it was told so', () => {
    fc.assert(
      fc.property(
        fc.array(
          act.filter(({ _tag }) => _tag !== 'RequestStarted'),
          { maxLength: 100 },
        ),
        (acts) => {
          const { requests } = acts.reduce((inspection, one) => reduceInspection(inspection, one, 500), emptyInspection)
          requests.forEach(({ cause }, index) => {
            if ('request' in cause)
              expect(requests.slice(0, index).map(({ number }) => number)).toContain(cause.request)
          })
        },
      ),
    )
  })

  it('changes nothing that it was given', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 40 }), act, (acts, last) => {
        const before = acts.reduce((inspection, one) => reduceInspection(inspection, one, 5), emptyInspection)
        const copy = structuredClone(before)
        reduceInspection(before, last, 5)
        expect(structuredClone(before)).toStrictEqual(copy)
      }),
    )
  })

  it('counts what has left', () => {
    const tell = {
      _tag: 'StreamMarked',
      name: 'a',
      kind: 'next',
      text: 'next',
      request: none,
      time: new Date(1),
    } as const
    const after = [1, 2, 3].reduce((inspection) => reduceInspection(inspection, tell, 2), emptyInspection)
    expect(after).toMatchObject({ dropped: 1, markCount: 3, lanes: [{ marks: [{ number: 2 }, { number: 3 }] }] })
  })
})
