import type { Fault } from './Fault.js'

const shown = 5

const words = ({ kind, on }: Fault): string => {
  if (on === undefined) return kind
  return `${kind} on ${typeof on === 'function' ? 'a predicate' : String(on)}`
}

/** Prints one line on the console about faults that have applied to no request or changed nothing; nothing if there are none. */
export const printUnusedFaults = (unused: ReadonlyArray<Fault>): void => {
  if (unused.length === 0) return
  const more = unused.length > shown ? ` and ${String(unused.length - shown)} more` : ''
  const which = unused.slice(0, shown).map(words).join(', ')
  console.warn(`rxbank/sandbox: faults that applied to no request: ${which}${more}`)
}
