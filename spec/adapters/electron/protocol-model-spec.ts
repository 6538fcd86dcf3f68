import fc from 'fast-check'
import { Observable, Subject, Subscription } from 'rxjs'
import { connectStreams } from '../../../lib/adapters/electron/connectStreams.js'
import { exposeStreams } from '../../../lib/adapters/electron/exposeStreams.js'
import type { EmitterPort } from '../../../lib/adapters/electron/Port.js'
import { stubClient } from '../../helpers/stubClient.js'

type Listener = (event: { readonly data: unknown }) => void

/** Two ends of a channel whose messages come when a spec lets them, cloned, in order each way. */
const heldChannel = () => {
  const queues: readonly [Array<unknown>, Array<unknown>] = [[], []]
  const listeners: readonly [Map<string, Listener>, Map<string, Listener>] = [new Map(), new Map()]
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    for (const side of listeners) side.get('close')?.({ data: undefined })
  }
  const end = (own: 0 | 1): EmitterPort => ({
    postMessage: (message) => {
      if (isOpen) queues[own === 0 ? 1 : 0].push(message)
    },
    start: () => undefined,
    close,
    on: (event: string, listener: never) => listeners[own].set(event, listener),
    off: (event: string) => listeners[own].delete(event),
  })
  /** Lets so many messages come to one side. */
  const pass = (side: 0 | 1, count: number): void => {
    for (const data of queues[side].splice(0, count)) if (isOpen) listeners[side].get('message')?.({ data })
  }
  return { main: end(0), renderer: end(1), pass, close, waiting: () => queues[0].length + queues[1].length }
}

const kinds = ['pages', 'states', 'events', 'batches'] as const

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('subscribe' as const), kind: fc.constantFrom(...kinds) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('emit' as const),
      which: fc.nat(9),
      count: fc.integer({ min: 1, max: 150 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      side: fc.constantFrom(0 as const, 1 as const),
      count: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(9) }) },
)

interface Held {
  readonly kind: (typeof kinds)[number]
  readonly source: { emit: () => void; end: () => void; isLive: () => boolean; emitted: () => number }
  readonly subscription: Subscription
  readonly seen: Array<number>
  missed: number
  isComplete: boolean
}

/** What main has for one subscription: values 1, 2, 3 and so on, as they are wanted. */
const sources = () => {
  const opened: Array<Held['source']> = []

  /** One that waits, as a reader of pages and a watcher do, for what it is given to wait for. */
  const pulled = (
    wait: (value: unknown, emit: (value: unknown) => void) => Observable<unknown>,
    valueOf: (n: number) => unknown,
  ) =>
    new Observable<unknown>((subscriber) => {
      let [emitted, isWaiting, isEnded] = [0, false, false]
      const finish = (): void => {
        if (isEnded && !isWaiting) subscriber.complete()
      }
      opened.push({
        emit: () => {
          if (isWaiting || isEnded || subscriber.closed) return
          isWaiting = true
          const value = valueOf(++emitted)
          subscriber.add(
            wait(value, (sent) => subscriber.next(sent)).subscribe({
              complete: () => {
                isWaiting = false
                finish()
              },
            }),
          )
        },
        end: () => {
          isEnded = true
          finish()
        },
        isLive: () => !subscriber.closed,
        emitted: () => emitted,
      })
    })

  const pushed = (valueOf: (n: number) => unknown) =>
    new Observable<unknown>((subscriber) => {
      const values = new Subject<unknown>()
      let emitted = 0
      subscriber.add(values.subscribe(subscriber))
      opened.push({
        emit: () => {
          if (!subscriber.closed) values.next(valueOf(++emitted))
        },
        end: () => values.complete(),
        isLive: () => !subscriber.closed,
        emitted: () => emitted,
      })
    })

  const none = { _tag: 'None' }
  const page = (number: number) => ({ resources: [], next: none, previous: none, number })
  const batch = (n: number) => ({ resources: [n], rejected: [], checkpoint: none, isLast: false })
  const stub = stubClient({
    'banks.pages': ({ pace }: { pace: (page: unknown) => Observable<unknown> }) =>
      pulled((value, emit) => {
        emit(value)
        return pace(value)
      }, page),
    'stocks.watchUpdated': ({ process }: { process: (batch: unknown) => Observable<unknown> }) =>
      pulled((value) => process(value), batch),
    'items.watchRefresh': () => pushed((n) => ({ status: n })),
    events$: () => pushed((request) => ({ _tag: 'Requested', operation: 'x', request, time: new Date(0) })),
  })
  return { ...stub, opened }
}

const session = () => {
  const { client, opened, live } = sources()
  const { main, renderer, pass, close, waiting } = heldChannel()
  exposeStreams(client, { maxEvents: 100 }).connect(main)
  const remote = connectStreams(renderer)
  const held: Array<Held> = []
  const settle = (): void => {
    while (waiting() > 0) {
      pass(0, Infinity)
      pass(1, Infinity)
    }
  }

  const streams: Record<Held['kind'], () => Observable<unknown>> = {
    pages: () => remote.banks.pages(),
    batches: () => remote.user().stocks.watchUpdated(),
    states: () => remote.user().items.watchRefresh(1),
    events: () => remote.events$,
  }

  const numberOf: Record<Held['kind'], (value: never) => number> = {
    pages: ({ number }: { number: number }) => number,
    batches: ({ resources: [n] }: { resources: [number] }) => n,
    states: ({ status }: { status: number }) => status,
    events: ({ request }: { request: number }) => request,
  }

  const subscribe = (kind: Held['kind']): void => {
    const subscription = new Subscription()
    const index = opened.length
    const seen: Array<number> = []
    const entry: Held = {
      kind,
      seen,
      subscription,
      missed: 0,
      isComplete: false,
      get source() {
        const source = opened[index]
        if (source === undefined) throw new Error('main has heard of it')
        return source
      },
    }
    held.push(entry)
    const stream = streams[kind]()
    subscription.add(
      stream.subscribe({
        next: (value) => {
          const { _tag, count } = value as { _tag?: string; count: number }
          if (_tag === 'EventsDropped') entry.missed += count
          else seen.push(numberOf[kind](value as never))
          // What came before it was seen or told to be missed.
          if (kind === 'events' && _tag !== 'EventsDropped') expect(seen.at(-1)).toBe(seen.length + entry.missed)
        },
        complete: () => {
          entry.isComplete = true
        },
        error: (error: unknown) => {
          throw error
        },
      }),
    )
    settle()
  }

  return { held, subscribe, pass, close, settle, live, waiting }
}

describe('the protocol', () => {
  it('keeps order, loses nothing and leaks nothing, whatever comes when', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const { held, subscribe, pass, settle, live, waiting } = session()
        for (const step of actions) {
          if (step.do === 'subscribe') subscribe(step.kind)
          if (step.do === 'pass') pass(step.side, step.count)
          if (!('which' in step) || held.length === 0) continue
          const { source, subscription } = held[step.which % held.length] as Held
          if (step.do === 'emit') for (let i = 0; i < step.count; i++) source.emit()
          if (step.do === 'end') source.end()
          if (step.do === 'leave') subscription.unsubscribe()
          // What is on its way is bounded, however much main has: credit, acknowledgements and endings.
          expect(waiting()).toBeLessThanOrEqual(held.length * 72 + 2)
        }
        settle()
        for (const { kind, seen, missed, source, subscription, isComplete } of held) {
          expect(seen).toEqual(Array.from(new Set(seen)).sort((a, b) => a - b))
          if (subscription.closed && !isComplete) {
            expect(source.isLive()).toBe(false)
            continue
          }
          // The last always comes, and all before it but for states, where the newest wins.
          expect(seen.at(-1) ?? 0).toBe(source.emitted())
          if (kind !== 'states') expect(seen.length + missed).toBe(source.emitted())
          expect(isComplete).toBe(!source.isLive())
        }
        expect(live()).toBe(held.filter(({ source }) => source.isLive()).length)
        for (const { subscription } of held) subscription.unsubscribe()
        settle()
        expect(live()).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
