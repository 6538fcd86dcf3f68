import * as v from 'valibot'
import { byKind } from './fields.mjs'

const kinds = {
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.brand('Id')),
  text: v.string(),
  moment: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((iso) => new Date(iso)),
  ),
  number: v.number(),
  day: v.pipe(v.string(), v.isoDate(), v.brand('Day')),
  flag: v.boolean(),
}

export const valibot = ({ required, optional }) => {
  const optionally = (schema) => v.nullish(schema)
  const transaction = v.object({ ...byKind(required, kinds), ...byKind(optional, kinds, optionally) })
  const links = v.object({ previous_uri: optionally(kinds.text), next_uri: optionally(kinds.text) })
  const page = v.object({ resources: v.array(transaction), pagination: optionally(links) })
  return { name: 'valibot', decode: (value) => v.parse(page, value) }
}
