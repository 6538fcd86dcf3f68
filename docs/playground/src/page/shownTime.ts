const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/**
 * Milliseconds from the beginning of a scene as days, hours, minutes and seconds, such as `12 d 6 h`; of the units that it
 * has, only so many as are asked for, rounded down.
 */
export const shownTime = (ms: number, count = Infinity): string => {
  let rest = Math.round(ms)
  const parts = units.map(([name, size]) => {
    const value = Math.floor(rest / size)
    rest -= value * size
    return { name, value }
  })
  const all = [...parts, { name: 's', value: count === Infinity ? rest / 1000 : Math.floor(rest / 100) / 10 }]
  const first = all.findIndex(({ value }) => value > 0)
  const shown = first < 0 ? [] : all.slice(first, first + count).filter(({ value }) => value > 0)
  return shown.map(({ name, value }) => `${String(value)} ${name}`).join(' ') || '0 s'
}
