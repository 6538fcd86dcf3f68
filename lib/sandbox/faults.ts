import type { Fault } from './Fault.js'
import { faultKinds } from './faultKinds.js'
import type { JournalEntry } from './JournalEntry.js'
import { draw, unit } from './random.js'
import { readFault } from './readFault.js'
import { operations } from './operations.js'

/** The faults of a sandbox. */
export interface Faults {
  /** Adds one; the answer removes it. Those added first come first. Throws a `ConfigError` that names what is wrong. */
  readonly add: (fault: Fault) => () => void
  /** Removes all. */
  readonly clear: () => void
}

/** What meets one request: any number of modifiers, and at most one fault beside them. */
export interface Plan {
  readonly modifiers: ReadonlyArray<Fault>
  readonly main: Fault | undefined
}

const noPlan: Plan = { modifiers: [], main: undefined }

interface Armed {
  readonly fault: Fault
  skips: number
  left: number
}

const canMeet = ({ kind }: Fault, { route, query }: JournalEntry): boolean => {
  const { meets } = faultKinds[kind]
  if (meets === 'modifier' || meets === 'any') return true
  if (meets === 'transactions') return route === 'transactions' || route === 'transactionsUpdated'
  const isList = route !== 'unknown' && operations[route].list === true
  return isList && (meets === 'list' || /(?:^|&)(?:before|after)=/.test(query))
}

const isMeant = ({ on }: Fault, entry: JournalEntry): boolean => {
  if (on === undefined) return true
  if (typeof on === 'string') return entry.route === on
  return typeof on === 'function' ? on(entry) : entry.path.search(on) >= 0
}

/** Keeps faults, and says which of them meet a request. */
export const createFaults = (seed: number): Faults & { readonly plan: (read: () => JournalEntry) => Plan } => {
  const armed = new Set<Armed>()
  const dice = draw(seed, 0xfa17)
  let thrown = 0

  const meets = (candidate: Armed, entry: JournalEntry, isTaken: boolean): boolean => {
    const { fault } = candidate
    if (!canMeet(fault, entry) || !isMeant(fault, entry)) return false
    if (candidate.skips > 0) {
      candidate.skips--
      return false
    }
    if (isTaken) return false
    if (fault.probability !== undefined && unit(draw(dice, ++thrown)) >= fault.probability) return false
    if (--candidate.left <= 0) armed.delete(candidate)
    return true
  }

  return {
    add: (config) => {
      const fault = readFault(config)
      const { times = 1, after = 0 } = fault
      const entry = { fault, skips: after, left: times }
      if (times > 0) armed.add(entry)
      return () => {
        armed.delete(entry)
      }
    },
    clear: () => {
      armed.clear()
    },
    plan: (read) => {
      if (armed.size === 0) return noPlan
      const entry = read()
      const chosen: Array<Fault> = []
      let main: Fault | undefined
      for (const candidate of [...armed]) {
        const modifies = faultKinds[candidate.fault.kind].meets === 'modifier'
        if (!meets(candidate, entry, !modifies && main !== undefined)) continue
        if (modifies) chosen.push(candidate.fault)
        else main = candidate.fault
      }
      return { modifiers: chosen, main }
    },
  }
}
