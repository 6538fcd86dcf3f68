import { categories, type Language } from '../data/categoryNames.js'
import { reference, selfReference } from './resourceReferences.js'
import type { Row } from './RowDialect.js'

/** The id of the category that occurs twice in the vendor's own list. */
const repeatedId = 309

const row = (id: number, name: string, parent: number | null): Row & Readonly<Record<string, unknown>> => ({
  id,
  name,
  parent: parent === null ? null : reference('category', parent),
  ...selfReference('category', id),
  custom: false,
  other: false,
  is_deleted: false,
})

/**
 * A flat list of the categories, each with a reference to its parent; one occurs twice, as in the vendor's own list.
 */
export const flatCategories = (language: Language): ReadonlyArray<Row> => {
  const rows = categories(language).flatMap(({ id, name, categories: children }) => [
    row(id, name, null),
    ...children.map((child) => row(child.id, child.name, id)),
  ])
  return [...rows, ...rows.filter(({ id }) => id === repeatedId)]
}
