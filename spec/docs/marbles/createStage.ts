import { defer, finalize, type Observable, Subscription, timer } from 'rxjs'
import { type ClientConfig, createClient, createVirtualClock, isClientError } from '../../../lib/index.js'
import { createSandbox, type RouteName, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Bar, Lane, Mark, Tone } from './Diagram.js'

/** A lane that is being recorded. */
export interface Recording extends Lane {
  readonly marks: Array<Mark>
  readonly bars: Array<Bar>
}

/** What the stage is set with: the route whose requests are drawn, and how long each takes, in milliseconds. */
export interface VersionConfig {
  readonly route: RouteName
  readonly latency: number
  readonly sandbox?: Partial<SandboxConfig>
  readonly client?: Partial<ClientConfig>
}

/** The wall clock at the beginning of each run. */
const start = Date.UTC(2026, 0, 1, 12)

const tones: Readonly<Record<string, Tone>> = { 200: 0, aborted: 'aborted' }

/** Everything that a run is recorded with. */
export type Stage = ReturnType<typeof createStage>

const emptyLane = (name: string): Recording => ({ name, marks: [], bars: [] })

/** What an error is called in a drawing: its status, or its tag. */
export const errorName = (error: unknown): string => {
  if (!isClientError(error)) return String(error)
  return error._tag === 'StatusError' ? String(error.status) : error._tag
}

/** The hue of the value with a number, from 0. */
export const hue = (number: number): Tone => (number % 4) as Tone

/** A client and its sandbox under virtual time, and what records them. */
export const createStage = ({ route, latency, sandbox: world = {}, client: config = {} }: VersionConfig) => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1, clock, ...world })
  sandbox.faults.add({ kind: 'latency', ms: latency, side: 'response', times: Infinity, on: route })
  const service = { ...sandbox.credentials, http: sandbox.http, clock, random: () => 0.5 }
  const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...service, ...config })
  const now = clock.monotonic

  /** The requests of the route, or of another one. */
  const requests = (name: string, of: RouteName = route): Lane => {
    const lane = emptyLane(name)
    const started = new Map<number, number>()
    sandbox.journal.changes$.subscribe((entry) => {
      if (entry.route !== of) return
      const label = String(entry.status)
      const from = started.get(entry.number)
      if (from === undefined) started.set(entry.number, now())
      else lane.bars.push({ from, to: now(), label, tone: tones[label] ?? 'failed' })
    })
    return lane
  }

  /** Does something at a moment of the run. */
  const at = (ms: number, action: () => void): void => {
    clock.scheduler.schedule(action, ms - now())
  }

  /** A stream, subscribed to at the moment `from`, and left at `to`. */
  const watch = <A>(
    name: string,
    source: Observable<A>,
    show: (value: A) => Omit<Mark, 'at' | 'kind'>,
    { from = 0, to = Infinity } = {},
  ): Lane => {
    const lane = emptyLane(name)
    const mark = (kind: Mark['kind'], shown: Omit<Mark, 'at' | 'kind'> = {}) =>
      lane.marks.push({ at: now(), kind, ...shown })
    const subscription = new Subscription()
    const subscribe = (): void => {
      mark('subscribe')
      subscription.add(
        source.subscribe({
          next: (value) => mark('next', show(value)),
          error: (error: unknown) => mark('error', { caption: errorName(error) }),
          complete: () => mark('complete'),
        }),
      )
    }
    if (from === 0) subscribe()
    else at(from, subscribe)
    if (to < Infinity)
      at(to, () => {
        subscription.unsubscribe()
        mark('unsubscribe')
      })
    return lane
  }

  /** Work that takes a while: the lane of it, and what does it. */
  const work = (name: string, ms: number) => {
    const lane = emptyLane(name)
    const begin = (shown: Pick<Bar, 'label' | 'tone'>): Observable<unknown> =>
      defer(() => {
        const from = now()
        return timer(ms, clock.scheduler).pipe(
          finalize(() => {
            const tone = now() < from + ms ? 'aborted' : shown.tone
            lane.bars.push({ from, to: now(), ...shown, tone })
          }),
        )
      })
    return { lane, begin }
  }

  /** Seconds from the beginning of the run to a moment of the service. */
  const seconds = (date: Date): number => (date.getTime() - start) / 1000

  return { clock, sandbox, service, client, now, seconds, emptyLane, requests, watch, work, at }
}
