/** The units of durations, each with the number of milliseconds from which on it is used. */
const units = [
  { name: 'h', ms: 3_600_000, from: 7_200_000 },
  { name: 'min', ms: 60_000, from: 120_000 },
  { name: 's', ms: 1000, from: 1000 },
  { name: 'ms', ms: 1, from: 0 },
]

/** A duration in round numbers: `250 ms`, `41 s`, `5 min`, `3 h`. */
export const roundDuration = (milliseconds: number): string => {
  const { name, ms } = units.find(({ from }) => Math.round(milliseconds) >= from) ?? { name: 'ms', ms: 1 }
  return `${String(Math.round(milliseconds / ms))} ${name}`
}
