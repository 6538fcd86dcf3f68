import Table from 'cli-table3'

/** A column of a table; without `width` it is as wide as its longest cell. */
export interface PlainColumn {
  readonly head: string
  readonly width?: number
  readonly align?: 'left' | 'right'
}

const borders = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left-mid', 'mid', 'mid-mid', 'right-mid', 'right'],
] as const

/** The lines of a table without borders, with a margin of one column. Cells that are too long are cut with `…`. */
export const plainTable = (
  columns: ReadonlyArray<PlainColumn>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  gutter = 2,
): ReadonlyArray<string> => {
  const table = new Table({
    chars: { ...Object.fromEntries(borders.map((name) => [name, ''])), left: ' ', middle: ' '.repeat(gutter) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: columns.map(({ width }) => width ?? null),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head: columns.map(({ head }) => head),
  })
  table.push(...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** `1,234`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** `1,234.50`. */
export const money = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `12`, `6.45`. */
export const quantity = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Local time, `HH:MM:SS`. */
export const clockTime = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')

/** The local time if it is today, otherwise the day: `Nov 20`. */
export const moment = (date: Date, now: Date): string =>
  date.toDateString() === now.toDateString()
    ? clockTime(date)
    : date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })

/** Milliseconds as `12 ms`, `0.8 s`, `42 s`, `3 min 20 s`, `2 h 5 min` or `12 d 6 h`. */
export const duration = (ms: number): string => {
  const seconds = Math.max(ms, 0) / 1000
  if (seconds > 0 && seconds < 0.1) return `${String(Math.ceil(ms))} ms`
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const wholeSeconds = Math.round(seconds)
  if (wholeSeconds < 120) return `${String(wholeSeconds)} s`
  const minutes = Math.floor(wholeSeconds / 60)
  if (minutes < 120) return `${String(minutes)} min ${String(wholeSeconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${String(hours)} h ${String(minutes % 60)} min`
  return `${String(Math.floor(hours / 24))} d ${String(hours % 24)} h`
}

/** Pads a word to a column of `width` characters, with at least one space after it. */
export const column = (word: string, width: number): string => `${word.padEnd(width - 1)} `

/** `1 page`, `2 pages`. */
export const plural = (value: number, noun: string, nouns = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : nouns}`

/**
 * Characters that control a terminal or change the direction of text. Joiners are allowed: letters of some languages
 * need them.
 */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu

/** Replaces characters that would control a terminal, in text from outside. */
export const printable = (text: string): string => text.replace(controlCharacters, '?')

/** Converts a value that should be a string, such as the value of a field with an assumed type. */
export const asText = (u: unknown, fallback = ''): string => {
  if (typeof u === 'string') return u
  return typeof u === 'number' || typeof u === 'boolean' ? String(u) : fallback
}

/** A value that should be a number. */
export const asNumber = <A>(u: unknown, fallback: A): number | A => (typeof u === 'number' ? u : fallback)
