import type { Fault } from './Fault.js'
import { faultKinds } from './faultKinds.js'
import type { JournalEntry } from './JournalEntry.js'
import { operations } from './operations.js'
import { draw, unit } from './random.js'
import { readFault } from './readFault.js'

/** The faults of a sandbox. */
export interface Faults {
  /**
   * Adds a fault; the function that it returns removes the fault. Faults apply in the order in which they were added.
   * Throws a `ConfigError` that names the fields that are wrong.
   */
  readonly add: (fault: Fault) => () => void
  /** Removes all faults. */
  readonly clear: () => void
}

/** The faults of one request: any number of modifiers, and at most one other. */
export interface Plan {
  readonly modifiers: ReadonlyArray<Fault>
  readonly main: Fault | undefined
}

const lists: ReadonlySet<string> = new Set(
  Object.entries(operations).flatMap(([name, { list }]) => (list === true ? [name] : [])),
)

const noPlan: Plan = { modifiers: [], main: undefined }

interface ActiveFault {
  readonly fault: Fault
  skips: number
  left: number
}

const isApplicable = ({ kind }: Fault, { route, query }: JournalEntry): boolean => {
  const { appliesTo } = faultKinds[kind]
  if (appliesTo === 'modifier' || appliesTo === 'any') return true
  if (appliesTo === 'transactions') return route === 'transactions' || route === 'transactionsUpdated'
  const isList = route !== 'unknown' && lists.has(route)
  return isList && (appliesTo === 'list' || /(?:^|&)(?:before|after)=/.test(query))
}

const isMeant = ({ on }: Fault, entry: JournalEntry): boolean => {
  if (on === undefined) return true
  if (typeof on === 'string') return entry.route === on
  return typeof on === 'function' ? on(entry) : entry.path.search(on) >= 0
}

/** Creates the list of faults, with the function that chooses the faults of a request. */
export const createFaults = (seed: number): Faults & { readonly plan: (read: () => JournalEntry) => Plan } => {
  const active = new Set<ActiveFault>()
  const faultSeed = draw(seed, 0xfa17)
  let draws = 0

  const appliesTo = (candidate: ActiveFault, entry: JournalEntry, isTaken: boolean): boolean => {
    const { fault } = candidate
    if (!isApplicable(fault, entry) || !isMeant(fault, entry)) return false
    if (candidate.skips > 0) {
      candidate.skips--
      return false
    }
    if (isTaken) return false
    if (fault.probability !== undefined && unit(draw(faultSeed, ++draws)) >= fault.probability) return false
    if (--candidate.left <= 0) active.delete(candidate)
    return true
  }

  return {
    add: (config) => {
      const fault = readFault(config)
      const { times = 1, after = 0 } = fault
      const entry = { fault, skips: after, left: times }
      if (times > 0) active.add(entry)
      return () => {
        active.delete(entry)
      }
    },
    clear: () => {
      active.clear()
    },
    plan: (read) => {
      if (active.size === 0) return noPlan
      const entry = read()
      const chosen: Array<Fault> = []
      let main: Fault | undefined
      for (const candidate of [...active]) {
        const modifies = faultKinds[candidate.fault.kind].appliesTo === 'modifier'
        if (!appliesTo(candidate, entry, !modifies && main !== undefined)) continue
        if (modifies) chosen.push(candidate.fault)
        else main = candidate.fault
      }
      return { modifiers: chosen, main }
    },
  }
}
