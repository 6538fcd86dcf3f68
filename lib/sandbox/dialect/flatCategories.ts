import { categories, type Language } from '../data/categories.js'
import type { Row } from './Dialect.js'
import { reference, self } from './references.js'

/** The category that the vendor's own list has twice. */
const twice = 309

const row = (id: number, name: string, parent: number | null): Row & Readonly<Record<string, unknown>> => ({
  id,
  name,
  parent: parent === null ? null : reference('category', parent),
  ...self('category', id),
  custom: false,
  other: false,
  is_deleted: false,
})

/** The categories one by one, those above with no parent; one comes twice, as in the vendor's own list. */
export const flatCategories = (language: Language): ReadonlyArray<Row> => {
  const rows = categories(language).flatMap(({ id, name, categories: below }) => [
    row(id, name, null),
    ...below.map((one) => row(one.id, one.name, id)),
  ])
  return [...rows, ...rows.filter(({ id }) => id === twice)]
}
