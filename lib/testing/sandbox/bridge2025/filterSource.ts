import type { SortKey, Source } from '../World.js'

/** How many rows are examined at a time, at first and at most. */
const [minBatch, maxBatch] = [16, 1024]

/** The rows of a source that pass a test. They keep their sort keys. */
export const filterSource = <Row extends object>(source: Source<Row>, passes: (row: Row) => boolean): Source<Row> => {
  const collect =
    (step: Source<Row>['after']): Source<Row>['after'] =>
    (key, count) => {
      const found: Array<SortKey> = []
      let from = key
      for (let size = Math.max(count, minBatch); ; size = Math.min(size * 2, maxBatch)) {
        const keys = step(from, size)
        found.push(...keys.filter((candidate) => passes(source.row(candidate))))
        const last = keys.at(-1)
        if (last === undefined || found.length >= count) return found.slice(0, count)
        from = last
      }
    }
  return { after: collect(source.after), before: collect(source.before), row: source.row }
}
