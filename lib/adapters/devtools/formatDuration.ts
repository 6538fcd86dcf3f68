/** `ms`: the unit. `smallerMs`: the second unit shown after it. `precisionMs`: how shorter durations are rounded. */
const units = [
  { ms: 86_400_000, name: 'd', smallerMs: 3_600_000, precisionMs: 60_000 },
  { ms: 3_600_000, name: 'h', smallerMs: 60_000, precisionMs: 1000 },
  { ms: 60_000, name: 'min', smallerMs: 1000, precisionMs: 1 },
] as const

const unitName = (ms: number): string => units.find((unit) => unit.ms === ms)?.name ?? 's'

/** Formats milliseconds: `840 ms`, `3.125 s`, `1 min 30 s`, `12 d 6 h`. From a minute on, two units are shown. */
export const formatDuration = (ms: number): string => {
  for (const { ms: size, name, smallerMs, precisionMs } of units) {
    // Round before choosing the unit: 59 min 59.9 s is an hour, but 59 min 31 s is not.
    if (Math.round(ms / precisionMs) * precisionMs < size) continue
    const rounded = Math.round(ms / smallerMs) * smallerMs
    const smallerCount = (rounded % size) / smallerMs
    return `${String(Math.floor(rounded / size))} ${name}${smallerCount === 0 ? '' : ` ${String(smallerCount)} ${unitName(smallerMs)}`}`
  }
  const roundedMs = Math.round(ms)
  return roundedMs < 1000 ? `${String(roundedMs)} ms` : `${String(roundedMs / 1000)} s`
}
