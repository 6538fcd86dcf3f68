import { type FaultKind, faultKinds } from '../../../lib/testing/sandbox/faultKinds.js'
import type { Sandbox } from '../../../lib/testing/sandbox/Sandbox.js'
import type { Counts } from '../run/Counts.js'
import { hour, minute } from '../time.js'
import type { Machine } from './machine.js'
import type { Awaiting, Person } from './Person.js'
import type { Sent } from './Sent.js'
import type { Trouble, WayFault } from './Trouble.js'

/** Lets the faults that wait for a user's requests meet them. */
export interface FaultLine {
  /** The request that leaves now appliesTo the fault that waits longest for one like it, if that is one of the way. */
  readonly meet: (sent: Sent) => WayFault | undefined
  /** The request that arrives now appliesTo it, if that is one of the service; answers which that was. */
  readonly arm: (sent: Sent) => () => Trouble | undefined
  /** What arrives now appliesTo nothing. */
  readonly disarm: () => void
}

/** What the requests are counted as that met a fault. */
export const faulty = 'requests that met a fault'

const nothing = (): undefined => undefined

/** Whether a page is asked for that is not the first. */
export const isWithCursor = (url: string): boolean => /[?&](?:after|before)=/.test(url)

/** Requests that will meet the faults that wait for a user's next ones; none waits for those with a cursor. */
export const expected = ({ faults }: Person): number =>
  faults.reduce(
    (sum, { fault, left }) => sum + (left === Infinity || faultKinds[fault.kind].appliesTo === 'cursor' ? 0 : left),
    0,
  )

/** How long a fault may delay updates: what it lasts, and the longest wait of a client that backs off. */
const aftermath = (fault: Trouble): number => {
  if (fault.kind === 'rate-limit' || fault.kind === 'status') return 2 * hour
  return fault.kind === 'latency' ? fault.ms + 10 * minute : 10 * minute
}

const passing = new Set([408, 425, 429])

/** What waiting does not mend: it ends even a stream that goes on for ever. */
const mortal: ReadonlySet<FaultKind['kind']> = new Set([
  ...(['huge', 'gzip-bomb', 'wrong-type', 'unauthorized'] as const),
  ...(['dead-cursor', 'skew'] as const),
])

/** The same, once the next page is asked for, which may have to wait. */
const links: ReadonlySet<FaultKind['kind']> = new Set(['repeated-cursor', 'cycle', 'foreign-link'])

/** For how long a stream may end of a fault. */
const mortality = (fault: Trouble): number => {
  if (links.has(fault.kind)) return 6 * hour
  const isRefusal = fault.kind === 'status' && fault.status >= 400 && fault.status < 500 && !passing.has(fault.status)
  return isRefusal || mortal.has(fault.kind) ? 2 * minute : 0
}

const isOnTheWay = (fault: Trouble): fault is WayFault => fault.kind === 'latency'

/** The faults of a sandbox, one armed at a time, and those of the way to it. */
export const createFaultLine = (sandbox: Sandbox, counts: Counts, machine: Machine): FaultLine => {
  let isArmed = false

  const first = ({ person, request: { url } }: Sent): Awaiting | undefined =>
    person?.faults.find(({ fault }) => faultKinds[fault.kind].appliesTo !== 'cursor' || isWithCursor(url))

  const note = (person: Person, awaiting: Awaiting): void => {
    const { fault } = awaiting
    const now = machine.now()
    use(person.faults, awaiting)
    counts.add(faulty)
    counts.add(`fault ${fault.kind}`)
    person.disturbedUntil = Math.max(person.disturbedUntil, now + aftermath(fault))
    person.mortalUntil = Math.max(person.mortalUntil, now + mortality(fault))
    if (fault.kind === 'skew') person.liedAt = now
  }

  const disarm = (): void => {
    if (isArmed) sandbox.faults.clear()
    isArmed = false
  }

  return {
    disarm,
    meet: (sent) => {
      const awaiting = first(sent)
      if (sent.person === undefined || awaiting === undefined || !isOnTheWay(awaiting.fault)) return undefined
      note(sent.person, awaiting)
      return awaiting.fault
    },
    arm: (sent) => {
      disarm()
      const { person } = sent
      const awaiting = first(sent)
      if (person === undefined || awaiting === undefined || isOnTheWay(awaiting.fault)) return nothing
      const { fault } = awaiting
      let met: Trouble | undefined
      const on = (): true => {
        met = fault
        note(person, awaiting)
        return true
      }
      sandbox.faults.add({ ...fault, times: 1, on })
      isArmed = true
      return () => met
    },
  }
}

const use = (faults: Array<Awaiting>, awaiting: Awaiting): void => {
  if (--awaiting.left <= 0) faults.splice(faults.indexOf(awaiting), 1)
}
