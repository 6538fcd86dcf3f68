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
