export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** When simulations begin. */
export const beginning = Date.UTC(2026, 0, 1)

/** A span of time in words: `3 h`, `90 s`. */
export const span = (ms: number): string => {
  const sign = ms < 0 ? '-' : ''
  const size = Math.abs(ms)
  if (size >= hour) return `${sign}${String(Math.round((size / hour) * 10) / 10)} h`
  if (size >= minute) return `${sign}${String(Math.round((size / minute) * 10) / 10)} min`
  if (size >= second) return `${sign}${String(Math.round((size / second) * 10) / 10)} s`
  return `${sign}${String(Math.round(size))} ms`
}
