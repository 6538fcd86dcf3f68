/** The value that a part of all values does not exceed; 0 of none. */
export const quantile = (values: ReadonlyArray<number>, part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(Math.ceil(part * sorted.length) - 1, 0)] ?? 0
}
