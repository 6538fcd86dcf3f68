const nameWidth = 40
const valueWidth = 12
const ratioWidth = 9
const rangeWidth = 17

/** Three digits that mean something, and no more than three after the point. */
export const figure = (value) => {
  const size = Math.abs(value)
  return value.toFixed(size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

export const rangeText = ([least, greatest]) => `${figure(least)} to ${figure(greatest)}`

const cells = (row) => [
  figure(row.median).padStart(valueWidth),
  (row.ratio === null ? '' : figure(row.ratio)).padStart(ratioWidth),
  (row.range === undefined ? '' : rangeText(row.range)).padStart(rangeWidth),
]

const grouped = (items, key) => {
  const groups = new Map(items.map((item) => [item[key], []]))
  for (const item of items) groups.get(item[key]).push(item)
  return [...groups]
}

const block = (unit, rows) => [
  [
    ''.padEnd(nameWidth),
    unit.padStart(valueWidth),
    ...(rows.some(({ ratio }) => ratio !== null) ? ['×'.padStart(ratioWidth), 'range'.padStart(rangeWidth)] : []),
  ].join(''),
  ...rows.map((row) => `${row.name.padEnd(nameWidth)}${cells(row).join('')}`.trimEnd()),
]

const barLine = ({ name, against, of, unit, most, least, note, reached, range, holds }) => {
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`
  const measured = `${figure(reached)} (${rangeText(range)})`
  const subject = of === 'ratio' ? `${name} / ${against ?? 'its reference'}` : name
  const means = `${of === 'ratio' ? `× ${unit}` : unit}${note === undefined ? '' : `, ${note}`}`
  return `${holds ? 'holds ' : 'MISSED'}  ${subject}: ${measured}, ${bound} ${means}`
}

/** The table of one suite, at 100 columns: a block for each comparison and unit, with its bars. */
export const table = ({ rows, bars }) =>
  grouped(rows, 'suite')
    .flatMap(([suite, own]) => [
      '',
      suite,
      ...grouped(own, 'unit').flatMap(([unit, rows]) => block(unit, rows)),
      ...bars.filter((bar) => bar.suite === suite).map(barLine),
    ])
    .join('\n')
