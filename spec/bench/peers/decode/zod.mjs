import { z } from 'zod'
import { byKind } from './fields.mjs'

const kinds = {
  id: z.int().nonnegative().brand('Id'),
  text: z.string(),
  moment: z.iso.datetime().transform((iso) => new Date(iso)),
  number: z.number(),
  day: z.iso.date().brand('Day'),
  flag: z.boolean(),
}

export const zod = ({ required, optional }) => {
  const optionally = (schema) => schema.nullish()
  const transaction = z.object({ ...byKind(required, kinds), ...byKind(optional, kinds, optionally) })
  const links = z.object({ previous_uri: optionally(kinds.text), next_uri: optionally(kinds.text) })
  const page = z.object({ resources: z.array(transaction), pagination: optionally(links) })
  return { name: 'zod 4', decode: (value) => page.parse(value) }
}
