import type { Fault } from '../../../lib/sandbox/Fault.js'
import { faultKinds } from '../../../lib/sandbox/faultKinds.js'
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js'
import type { Counts } from '../run/Counts.js'
import { hour, minute } from '../time.js'
import type { Machine } from './machine.js'
import type { Awaiting, Person } from './Person.js'
import type { Sent } from './Sent.js'

/** Lets the faults that wait for a user's requests meet them. */
export interface FaultLine {
  /** The request that leaves now meets the fault that waits longest for one like it; answers which that was. */
  readonly arm: (sent: Sent) => () => Fault | undefined
}

/** What the requests are counted as that met a fault. */
export const faulty = 'requests that met a fault'

const nothing = (): undefined => undefined

/** Whether a page is asked for that is not the first. */
export const isWithCursor = (url: string): boolean => /[?&](?:after|before)=/.test(url)

/** Requests that will meet the faults that wait for a user's next ones; none waits for those with a cursor. */
export const expected = ({ faults }: Person): number =>
  faults.reduce(
    (sum, { fault, left }) => sum + (left === Infinity || faultKinds[fault.kind].meets === 'cursor' ? 0 : left),
    0,
  )

/** How long a fault may delay updates: what it lasts, and the longest wait of a client that backs off. */
const aftermath = (fault: Fault): number => {
  if (fault.kind === 'rate-limit') return 2 * hour
  return fault.kind === 'latency' ? fault.ms + 10 * minute : 10 * minute
}

/** The faults of a sandbox, one armed at a time. */
export const createFaultLine = (sandbox: Sandbox, counts: Counts, machine: Machine): FaultLine => {
  let isArmed = false
  return {
    arm: ({ person, request: { url } }) => {
      if (isArmed) sandbox.faults.clear()
      isArmed = false
      const awaiting = person?.faults.find(
        ({ fault }) => faultKinds[fault.kind].meets !== 'cursor' || isWithCursor(url),
      )
      if (person === undefined || awaiting === undefined) return nothing
      const { fault } = awaiting
      let met: Fault | undefined

      const note = (): true => {
        met = fault
        use(person.faults, awaiting)
        counts.add(faulty)
        counts.add(`fault ${fault.kind}`)
        person.disturbedUntil = Math.max(person.disturbedUntil, machine.now() + aftermath(fault))
        if (fault.kind === 'skew') person.liedAt = machine.now()
        return true
      }

      sandbox.faults.add({ ...fault, times: 1, on: note })
      isArmed = true
      return () => met
    },
  }
}

const use = (faults: Array<Awaiting>, awaiting: Awaiting): void => {
  if (--awaiting.left <= 0) faults.splice(faults.indexOf(awaiting), 1)
}
