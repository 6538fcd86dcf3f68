/** What is counted, by name; each in a table of its own, as words. */
export interface Counts {
  readonly add: (name: string, by?: number) => void
  readonly most: (name: string, value: number) => void
  readonly of: (name: string) => number
  readonly all: () => Readonly<Record<string, number>>
}

/** What counts by the greatest, rather than the sum. */
export const isGreatest = (name: string): boolean => name.startsWith('max ')

/** Nothing counted yet. */
export const createCounts = (): Counts => {
  const counts = new Map<string, number>()
  return {
    add: (name, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by),
    most: (name, value) => {
      if (value > (counts.get(`max ${name}`) ?? 0)) counts.set(`max ${name}`, value)
    },
    of: (name) => counts.get(name) ?? 0,
    all: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** The counts of two runs together. */
export const together = (
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> => {
  const sum: Record<string, number> = { ...a }
  for (const [name, value] of Object.entries(b)) {
    const other = sum[name] ?? 0
    sum[name] = isGreatest(name) ? Math.max(other, value) : other + value
  }
  return sum
}
