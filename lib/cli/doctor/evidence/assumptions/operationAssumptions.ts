import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../../../base/codec/decode.js'
import type { Issue } from '../../../../base/codec/issues.js'
import { object } from '../../../../base/codec/object.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { type DoctorOperation, doctorOperations } from '../../doctorOperations.js'
import { fieldTally } from '../../fieldTally.js'
import { shapeFields, shapeOf } from '../../shapeOf.js'
import { type Assumption, type Observation, observation } from '../Assumption.js'
import { isSuccess, type ParsedResponse } from '../ParsedResponse.js'
import { publicPath } from '../publicName.js'
import { shownWord, wordFields, wordsOf } from '../wordTally.js'

/** An assumption for each field with a closed list of words that a profile has. */
export const wordAssumptions = ({ codecs, paths }: ServiceProfile): ReadonlyArray<Assumption> =>
  wordFields
    .filter(({ resource, path }) => {
      if (!doctorOperations.some((operation) => operation.resource === resource && paths[operation.key] !== null))
        return false
      const [name = ''] = path.split(/[.[]/)
      return object.is(codecs) && shapeFields(shapeOf(codecs[resource])).includes(name)
    })
    .map((field) => ({
      id: `words.${field.resource}.${field.path}`,
      sentence: `\`${field.path}\` of ${field.resource} has no other values than the reference: ${field.words.join(', ')}.`,
      judge: (responses) =>
        responses.flatMap((response) =>
          wordsOf(response, [field]).map(({ value }) => {
            const isKnown = field.words.includes(value)
            return observation(isKnown, isKnown ? 'known words' : shownWord(field, value))
          }),
        ),
    }))

const assumptionsOfAllVersions: ReadonlyArray<Assumption> = [
  {
    id: 'webhook.signature',
    sentence: 'Webhooks are signed in BridgeApi-Signature, with HMAC-SHA256 over the raw body, as v1 in hexadecimal.',
  },
  { id: 'webhook.body', sentence: 'A webhook is `{content, timestamp, type}`, with the time in milliseconds.' },
  { id: 'user.create-status', sentence: 'The creation of a user is answered with 201.' },
  { id: 'user.delete-status', sentence: 'The deletion of a user is answered with 204.' },
  { id: 'token.expiry-status', sentence: 'A request with an expired token is answered with 401.' },
]

const assumptionsOf2025: ReadonlyArray<Assumption> = [
  { id: 'connect.response', sentence: 'A connect session is answered with 201 and `{id, url}`.' },
  { id: 'user.secret', sentence: "Requests of a user need the application's id and secret besides the token." },
  { id: 'item.refreshes', sentence: 'The service refreshes items once or twice a day, and not on demand.' },
]

/** The assumptions that a few reads cannot show: they stay `not seen`. */
export const unreadableAssumptions = ({ serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> =>
  serviceVersion === '2025-01-15' ? [...assumptionsOfAllVersions, ...assumptionsOf2025] : assumptionsOfAllVersions

/** The maximum number of issues or fields that are shown. */
const maxShown = 10

/** An issue without the places in lists, and without advice. */
const issueObservation = ({ path, expected }: Issue): Observation => {
  const place = publicPath(
    path
      .slice(1)
      .replace(/\/\d+(?=\/|$)/g, '[]')
      .replaceAll('/', '.'),
  )
  return observation(false, `${place || 'the full response'}: expected ${expected.replace(/, as in .*version\?/, '')}`)
}

const absent: ReadonlyArray<number> = [404, 405, 501]

type SelectResponses = (responses: ReadonlyArray<ParsedResponse>) => ReadonlyArray<ParsedResponse>

const fieldsAssumption = (
  { operation: name }: DoctorOperation,
  codec: t.Mixed,
  select: SelectResponses,
): Assumption => ({
  id: `${name}.fields`,
  sentence: `${name} has no fields that the profile does not know, and none of another type.`,
  judge: (responses) =>
    select(responses)
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows }) => {
        const { unknown, differing } = fieldTally(shapeOf(codec), rows)
        const paths = [...unknown, ...differing].slice(0, maxShown).map(({ path }) => path)
        return paths.length === 0 ? observation(true, 'none') : observation(false, paths.join(', '))
      }),
})

const assumptionsOf = (operation: DoctorOperation, profile: ServiceProfile): ReadonlyArray<Assumption> => {
  const { key, operation: name } = operation
  const codec = operation.codec(profile)
  const hasFields = (shapeOf(codec).fields?.size ?? 0) > 0
  const select: SelectResponses = (responses) => responses.filter((response) => response.operation.operation === name)
  return [
    {
      id: `${name}.path`,
      sentence: `\`${profile.paths[key] ?? ''}\` exists, and may be read.`,
      judge: (responses) =>
        select(responses).flatMap((response) => {
          if (isSuccess(response)) return [observation(true, 'answered')]
          // It exists, but was not activated for the application.
          if (operation.needsActivation === true && (response.status === 403 || response.status === 404)) return []
          const isAbsent = absent.includes(response.status)
          return isAbsent || response.status === 403 ? [observation(false, `status ${String(response.status)}`)] : []
        }),
    },
    {
      id: `${name}.rows`,
      sentence: `The ${operation.list ? 'rows' : 'response'} of ${name} can be decoded.`,
      judge: (responses) =>
        select(responses).flatMap(({ rows }) =>
          rows.flatMap((row) => {
            const decoded = decode(codec, row)
            return isLeft(decoded) ? decoded.left.map(issueObservation) : [observation(true, 'decoded')]
          }),
        ),
    },
    // A codec without fields, as for insights, has nothing to compare with.
    ...(hasFields ? [fieldsAssumption(operation, codec, select)] : []),
  ]
}

/** The assumptions about each operation of a profile that reads. */
export const operationAssumptions = (profile: ServiceProfile): ReadonlyArray<Assumption> =>
  doctorOperations
    .filter(({ key }) => profile.paths[key] !== null)
    .flatMap((operation) => assumptionsOf(operation, profile))
