/** What is seen of the watcher's process at one moment. Memory in bytes; counts since the beginning, but for gauges. */
export interface Sample {
  readonly seconds: number
  /** In use after a garbage collection. */
  readonly heap: number
  readonly rss: number
  /** What keeps the process alive, and those of them that are sockets: gauges. */
  readonly handles: number
  readonly sockets: number
  readonly requests: number
  readonly tokens: number
  readonly updates: number
  /** What was lived through, and streams that ended and were subscribed to again. */
  readonly errors: number
  readonly ends: number
}

/** Whether a run was flat, and why, a line for each figure. */
export interface Verdict {
  readonly isFlat: boolean
  readonly lines: ReadonlyArray<string>
}

/** Two a tenth. */
const fewest = 20

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`
const plain = (value: number): string => value.toFixed(1)

/** What must not grow, and up to where it has not. */
const gauges = [
  { name: 'heap', most: (before: number) => before * 1.05, print: megabytes },
  { name: 'handles', most: (before: number) => before + 2, print: plain },
  { name: 'sockets', most: (before: number) => before + 1, print: plain },
] as const

/** Compares the last tenth of a run with the second: the first warms up. */
export const verdict = (samples: ReadonlyArray<Sample>): Verdict => {
  if (samples.length < fewest) {
    const lines = [`too short to tell: ${String(samples.length)} samples, and it needs ${String(fewest)}`]
    return { isFlat: false, lines }
  }
  const tenth = Math.floor(samples.length / 10)
  const compared = gauges.map(({ name, most, print }) => {
    const of = (some: ReadonlyArray<Sample>): number => mean(some.map((sample) => sample[name]))
    const [before, after] = [of(samples.slice(tenth, 2 * tenth)), of(samples.slice(-tenth))]
    const isFlat = after <= most(before)
    return { isFlat, line: `${name}: ${print(before)} to ${print(after)}, ${isFlat ? 'flat' : 'NOT FLAT'}` }
  })
  const last = samples.at(-1)
  const worked = (['requests', 'updates'] as const).map((name) => {
    const isFlat = (last?.[name] ?? 0) > (samples[tenth]?.[name] ?? 0)
    return { isFlat, line: `${name}: ${String(last?.[name])}${isFlat ? '' : ', STANDS STILL'}` }
  })
  const all = [...compared, ...worked]
  const isFlat = all.every((one) => one.isFlat)
  const ends = `tokens: ${String(last?.tokens)}; errors: ${String(last?.errors)} lived through, ${String(last?.ends)} ended a stream`
  return { isFlat, lines: [...all.map(({ line }) => line), ends, isFlat ? 'flat' : 'not flat'] }
}
