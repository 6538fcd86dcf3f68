import type { Fault } from './Fault.js'

const maxShown = 5

const describe = ({ kind, on }: Fault): string => {
  if (on === undefined) return kind
  return `${kind} on ${typeof on === 'function' ? 'a predicate' : String(on)}`
}

/** Prints one line on the console about faults that have had no effect, if there are any. */
export const printUnusedFaults = (unused: ReadonlyArray<Fault>): void => {
  if (unused.length === 0) return
  const more = unused.length > maxShown ? ` and ${String(unused.length - maxShown)} more` : ''
  const which = unused.slice(0, maxShown).map(describe).join(', ')
  console.warn(`rxbank/sandbox: faults that applied to no request: ${which}${more}`)
}
