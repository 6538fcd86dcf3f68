/** The units of durations, and the shortest duration that each is used for. */
const units = [
  { name: 'h', ms: 3_600_000, minMs: 7_200_000 },
  { name: 'min', ms: 60_000, minMs: 120_000 },
  { name: 's', ms: 1000, minMs: 1000 },
  { name: 'ms', ms: 1, minMs: 0 },
]

/** A duration in round numbers: `250 ms`, `41 s`, `5 min`, `3 h`. */
export const formatDuration = (milliseconds: number): string => {
  const { name, ms } = units.find(({ minMs }) => Math.round(milliseconds) >= minMs) ?? { name: 'ms', ms: 1 }
  return `${String(Math.round(milliseconds / ms))} ${name}`
}
