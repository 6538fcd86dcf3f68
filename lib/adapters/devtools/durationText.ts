const units = [
  { ms: 86_400_000, name: 'd', finer: 3_600_000 },
  { ms: 3_600_000, name: 'h', finer: 60_000 },
  { ms: 60_000, name: 'min', finer: 1000 },
] as const

const nameOf = (ms: number): string => units.find((unit) => unit.ms === ms)?.name ?? 's'

/** Milliseconds for a person: `840 ms`, `3.125 s`, `1 min 30 s`, `12 d 6 h`; from a minute on rounded to two units. */
export const durationText = (ms: number): string => {
  for (const { ms: size, name, finer } of units) {
    // Rounded before the unit is chosen: 59 min 59.9 s is an hour.
    const rounded = Math.round(ms / finer) * finer
    if (rounded < size) continue
    const rest = (rounded % size) / finer
    return `${String(Math.floor(rounded / size))} ${name}${rest === 0 ? '' : ` ${String(rest)} ${nameOf(finer)}`}`
  }
  const whole = Math.round(ms)
  return whole < 1000 ? `${String(whole)} ms` : `${String(whole / 1000)} s`
}
