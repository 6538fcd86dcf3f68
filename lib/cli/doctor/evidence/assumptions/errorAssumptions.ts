import { object } from '../../../../base/codec/object.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { mediaType } from '../../mediaType.js'
import type { Answer } from '../Answer.js'
import { type Assumption, forEachResponse, type Observation, observation } from '../Assumption.js'

const isError = ({ status }: Answer): boolean => status >= 400

const fieldsOf = (error: Readonly<Record<string, unknown>>): string =>
  ['type', 'code', 'message', 'property', 'documentation_url'].filter((name) => Object.hasOwn(error, name)).join(', ')

const errorForm = ({ json, headers }: Answer): string => {
  if (!object.is(json)) return json === undefined ? `not JSON (${mediaType(headers['content-type'])})` : 'not an object'
  if (Array.isArray(json.errors)) {
    const [first] = json.errors as ReadonlyArray<unknown>
    return object.is(first) ? `errors[] with ${fieldsOf(first) || 'other fields'}` : 'errors[] without objects'
  }
  return fieldsOf(json) || 'other fields'
}

const codesOf = ({ json }: Answer): ReadonlyArray<unknown> => {
  if (!object.is(json)) return []
  const errors = Array.isArray(json.errors) ? (json.errors as ReadonlyArray<unknown>) : [json]
  return errors.flatMap((error) => (object.is(error) ? [error.code ?? error.type] : []))
}

const judgeCode = (code: unknown): Observation => {
  const isWord = typeof code === 'string' && /^[a-z]+(?:[._][a-z]+)*$/.test(code)
  return observation(isWord, isWord ? 'words in lower case' : code === undefined ? 'missing' : `another ${typeof code}`)
}

/** Assumptions about the answers to requests that fail. */
export const errorAssumptions = ({ serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> => {
  const is2025 = serviceVersion === '2025-01-15'
  return [
    {
      id: 'error.body',
      sentence: is2025
        ? 'An error has `code` and `message`, in its body or in the list `errors` of the body.'
        : 'An error has `type` and `message` in its body.',
      judge: forEachResponse((answer) => {
        if (!isError(answer)) return undefined
        const form = errorForm(answer)
        return observation((is2025 ? /^(errors\[\] with )?code, message/ : /^type, .*message/).test(form), form)
      }),
    },
    {
      id: 'error.codes',
      sentence: 'The code of an error is words in lower case, joined by dots or underscores.',
      judge: (answers) => answers.filter(isError).flatMap((answer) => codesOf(answer).slice(0, 10).map(judgeCode)),
    },
  ]
}
