import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { nearest, options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { operationTable } from '../../service/profile/operations.js'
import type { Fault } from './Fault.js'
import { count, faultKinds } from './faultKinds.js'
import type { JournalEntry } from './journal.js'
import type { RouteName } from './routes.js'
import { operations } from './sandboxOperations.js'
import { draw, fraction } from './seededRandom.js'

type Target = NonNullable<Fault['on']>

/** The routes of a client's operations, by the operation names in its events and errors. */
const clientRoutes: ReadonlyMap<string, ReadonlyArray<RouteName>> = Object.values(operationTable).reduce(
  (routes, { name, key }) => routes.set(name, [...(routes.get(name) ?? []), key]),
  new Map<string, ReadonlyArray<RouteName>>(),
)

/** The names that are valid for `on`. */
const targetNames: ReadonlyArray<string> = [...Object.keys(operations), ...clientRoutes.keys()]

/** Whether a value is a valid `on`. */
const isTarget = (u: unknown): u is Target =>
  typeof u === 'function' ||
  u instanceof RegExp ||
  (typeof u === 'string' && (u.startsWith('/') || targetNames.includes(u)))

/** Whether a path matches a template, in which `:id` stands for any segment. */
const matchesTemplate = (template: string, path: string): boolean => {
  const [expected, actual] = [template.split('/'), path.split('/')]
  return expected.length === actual.length && expected.every((part, index) => part === ':id' || part === actual[index])
}

/**
 * Whether `on` of a fault selects a request. `names` are all operations that match the request, since several may share
 * a path: in API version 2025-01-15, a request for changed transactions also matches the list of transactions.
 */
const isTargeted = ({ on }: Fault, entry: JournalEntry, names: ReadonlyArray<RouteName>): boolean => {
  if (on === undefined) return true
  if (typeof on === 'function') return on(entry)
  if (on instanceof RegExp) return entry.path.search(on) >= 0
  if (on.startsWith('/')) return matchesTemplate(on, entry.path)
  return (clientRoutes.get(on) ?? [on]).some((name) => names.some((other) => other === name))
}

const kinds = Object.keys(faultKinds)

const isKind = (u: unknown): u is Fault['kind'] => typeof u === 'string' && Object.hasOwn(faultKinds, u)

/** A hint such as `; did you mean banks?`; `fallback` if no known word is similar. */
const hint = (word: unknown, known: ReadonlyArray<string>, fallback: string): string => {
  const suggestion = typeof word === 'string' ? nearest(word, known) : undefined
  return suggestion === undefined ? fallback : `; did you mean ${suggestion}?`
}

const probability = guardCodec('a number from 0 to 1', (u): u is number => typeof u === 'number' && u >= 0 && u <= 1)

/** Validates a fault; throws a `ConfigError` that names the invalid fields. */
const readFault = (fault: Fault): Fault => {
  const { kind, on }: Readonly<Record<string, unknown>> = { ...fault }
  if (!isKind(kind)) throw wrongOption('/kind', `a kind of fault${hint(kind, kinds, `: ${kinds.join(', ')}`)}`)
  const { required = {}, optional = {} } = faultKinds[kind]
  const scope = {
    on: guardCodec(
      `a path, a pattern for paths, a function, or a route${hint(on, targetNames, ' such as transactions')}`,
      isTarget,
    ),
    times: count,
    after: count,
    probability,
    duration: milliseconds(1),
  }
  return decodeOptions(options('a fault', { kind: t.unknown, ...required }, { ...optional, ...scope }), fault) as Fault
}

/** The faults of a sandbox. */
export interface Faults {
  /**
   * Adds a fault; the function that it returns removes the fault. Faults apply in the order in which they were added.
   * Throws a `ConfigError` that names the invalid fields.
   */
  readonly add: (fault: Fault) => () => void
  /** Removes all faults, and empties the list of unused ones. */
  readonly clear: () => void
  /**
   * The faults that have had no effect so far, in the order in which they were added: no request matched, or the
   * response had nothing to change, as for `wrong-type` with a row that does not exist. A test with such a fault proves
   * nothing. The list includes removed faults, but not those with `times: 0`; it has at most the newest 1000.
   */
  readonly unused: () => ReadonlyArray<Fault>
}

/** The faults that apply to one request: any number of modifiers, and at most one other fault. */
export interface FaultPlan {
  readonly modifiers: ReadonlyArray<Fault>
  readonly main: Fault | undefined
  /** Call this when `main` has changed the response, if its kind is in `editingKinds`. */
  readonly noteChange: () => void
}

/** The facts about a request that decide which faults apply to it. */
export interface FaultedRequest {
  readonly entry: () => JournalEntry
  /** All operations that match the request. */
  readonly names: ReadonlyArray<RouteName>
  /** How long ago the token of the request was issued, in milliseconds; `undefined` without a valid token. */
  readonly tokenAge: () => number | undefined
}

const listRoutes: ReadonlySet<string> = new Set(
  Object.entries(operations).flatMap(([name, { list }]) => (list === true ? [name] : [])),
)

const noPlan: FaultPlan = { modifiers: [], main: undefined, noteChange: () => undefined }

/** The kinds that edit the service's response. A response may contain nothing that they can change. */
const editingKinds: ReadonlySet<Fault['kind']> = new Set(['wrong-type', 'repeated-cursor', 'cycle', 'foreign-link'])

const maxUnused = 1000

interface ActiveFault {
  readonly fault: Fault
  remainingSkips: number
  remaining: number
  /** When the fault ends; `undefined` before it has applied to a request. */
  endsAt: number | undefined
}

const isApplicable = (fault: Fault, { query }: JournalEntry, { names, tokenAge }: FaultedRequest): boolean => {
  const { appliesTo } = faultKinds[fault.kind]
  switch (appliesTo) {
    case 'modifier':
    case 'any':
      return true
    case 'transactions':
      return names.includes('transactions') || names.includes('transactionsUpdated')
    case 'token':
      return fault.kind === 'late-token' && (tokenAge() ?? Infinity) < fault.ms
    default:
      return (
        names.some((name) => listRoutes.has(name)) && (appliesTo === 'list' || /(?:^|&)(?:before|after)=/.test(query))
      )
  }
}

/** Creates the list of faults, with the function that chooses the faults of a request. */
export const createFaults = (
  seed: number,
  now: () => number,
): Faults & { readonly plan: (subject: FaultedRequest) => FaultPlan } => {
  const active = new Set<ActiveFault>()
  const unused = new Set<ActiveFault>()
  const faultSeed = draw(seed, 0xfa17)
  let drawCount = 0

  const appliesTo = (
    candidate: ActiveFault,
    entry: JournalEntry,
    subject: FaultedRequest,
    hasMainFault: boolean,
  ): boolean => {
    const { fault } = candidate
    if (candidate.endsAt !== undefined && candidate.endsAt <= now()) {
      active.delete(candidate)
      return false
    }
    if (!isApplicable(fault, entry, subject) || !isTargeted(fault, entry, subject.names)) return false
    if (candidate.remainingSkips > 0) {
      candidate.remainingSkips--
      return false
    }
    if (hasMainFault) return false
    if (fault.probability !== undefined && fraction(draw(faultSeed, ++drawCount)) >= fault.probability) return false
    candidate.endsAt ??= now() + (fault.duration ?? Infinity)
    if (--candidate.remaining <= 0) active.delete(candidate)
    if (!editingKinds.has(fault.kind)) unused.delete(candidate)
    return true
  }

  return {
    add: (config) => {
      const fault = readFault(config)
      const { after = 0, duration } = fault
      const { times = duration === undefined ? 1 : Infinity } = fault
      const entry = { fault, remainingSkips: after, remaining: times, endsAt: undefined }
      if (times > 0) {
        active.add(entry)
        unused.add(entry)
        for (const oldest of unused) if (unused.size > maxUnused) unused.delete(oldest)
      }
      return () => {
        active.delete(entry)
      }
    },
    clear: () => {
      active.clear()
      unused.clear()
    },
    unused: () => Array.from(unused, ({ fault }) => fault),
    plan: (subject) => {
      if (active.size === 0) return noPlan
      const entry = subject.entry()
      const modifiers: Array<Fault> = []
      let main: ActiveFault | undefined
      for (const candidate of [...active]) {
        const isModifier = faultKinds[candidate.fault.kind].appliesTo === 'modifier'
        if (!appliesTo(candidate, entry, subject, !isModifier && main !== undefined)) continue
        if (isModifier) modifiers.push(candidate.fault)
        else main = candidate
      }
      const noteChange = () => {
        if (main !== undefined) unused.delete(main)
      }
      return { modifiers: modifiers, main: main?.fault, noteChange }
    },
  }
}
