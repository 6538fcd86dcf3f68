import { type } from 'arktype'
import { byKind, dayPattern, maxId } from './fields.mjs'

const kindsOf = () => ({
  id: type(`0 <= number.integer <= ${maxId}#id`),
  text: type('string'),
  moment: type('string.date.iso.parse'),
  number: type('number'),
  day: type(dayPattern),
  flag: type('boolean'),
})

const asOptional = (fields) => Object.fromEntries(Object.entries(fields).map(([key, schema]) => [`${key}?`, schema]))

export const arktype = ({ required, optional }) => {
  const kinds = kindsOf()
  const orNull = (schema) => schema.or('null')
  const transaction = type({ ...byKind(required, kinds), ...asOptional(byKind(optional, kinds, orNull)) })
  const links = type({ 'previous_uri?': 'string | null', 'next_uri?': 'string | null' })
  const page = type({ resources: transaction.array(), 'pagination?': orNull(links) })
  return { name: 'arktype', decode: (value) => page.assert(value) }
}
