import Ajv from 'ajv'
import { byKind, dayPattern, maxId, momentPattern } from './fields.mjs'

const kinds = {
  id: { type: 'integer', minimum: 0, maximum: maxId },
  text: { type: 'string' },
  moment: { type: 'string', pattern: momentPattern.source },
  number: { type: 'number' },
  day: { type: 'string', pattern: dayPattern.source },
  flag: { type: 'boolean' },
}

const optionally = (schema) => ({ ...schema, nullable: true })

/** It validates, and makes no `Date` of a moment: it does less than the others. */
export const ajv = ({ required, optional }) => {
  const transaction = {
    type: 'object',
    required: Object.keys(required),
    properties: { ...byKind(required, kinds), ...byKind(optional, kinds, optionally) },
  }
  const links = { previous_uri: optionally(kinds.text), next_uri: optionally(kinds.text) }
  const validate = new Ajv().compile({
    type: 'object',
    required: ['resources'],
    properties: {
      resources: { type: 'array', items: transaction },
      pagination: optionally({ type: 'object', properties: links }),
    },
  })
  return {
    name: 'ajv (dates stay text)',
    keepsText: true,
    decode: (value) => {
      if (!validate(value)) throw new Error('refused')
      return value
    },
  }
}
