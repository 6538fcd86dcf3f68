import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { parseHttpDate } from '../../clockSkew.js'
import { mediaType } from '../../shapeOf.js'
import { type Answer, isSuccess } from '../Answer.js'
import { type Assumption, forEachResponse, observation } from '../Assumption.js'
import { nullPaths, publicHeader } from '../publicName.js'
import { wordsOf } from '../wordTally.js'

const isRead = ({ key }: Answer): boolean => key !== 'authenticate'

/** Assumptions about statuses, versions and content of all responses. */
export const frameAssumptions = (profile: ServiceProfile): ReadonlyArray<Assumption> => [
  {
    id: 'frame.version',
    sentence: `The service accepts the header ${profile.versionHeader} with the version of the profile.`,
    judge: forEachResponse((answer) => {
      if (isSuccess(answer)) return answer.json === undefined ? undefined : observation(true, 'accepted')
      const isRefused = answer.operation.access === 'public' && answer.status === 400
      return isRefused ? observation(false, 'a public read is refused with 400') : undefined
    }),
  },
  {
    id: 'frame.read-status',
    sentence: 'A read that succeeds is answered with 200.',
    judge: forEachResponse((answer) =>
      isSuccess(answer) && isRead(answer)
        ? observation(answer.status === 200, `status ${String(answer.status)}`)
        : undefined,
    ),
  },
  {
    id: 'frame.redirects',
    sentence: 'No request is redirected.',
    judge: forEachResponse(({ status }) =>
      status >= 300 && status < 400 ? observation(false, `status ${String(status)}`) : observation(true, 'none'),
    ),
  },
  {
    id: 'frame.content-type',
    sentence: 'Answers are JSON, and their Content-Type says so.',
    judge: forEachResponse(({ headers, json, status }) => {
      if (status === 204) return undefined
      const type = mediaType(headers['content-type'])
      return observation(
        json !== undefined && type === 'application/json',
        json === undefined ? `${type}, not JSON` : type,
      )
    }),
  },
  {
    id: 'frame.date',
    sentence: 'Answers have a Date header, by which the client corrects its clock.',
    judge: forEachResponse(({ headers }) => {
      const { date } = headers
      const isDate = !Number.isNaN(parseHttpDate(date))
      return observation(isDate, isDate ? 'a date' : date === undefined ? 'none' : 'not a date')
    }),
  },
  {
    id: 'frame.cookies',
    sentence: 'Answers set no cookies.',
    judge: forEachResponse(({ headers }) =>
      headers['set-cookie'] === undefined ? observation(true, 'none') : observation(false, 'set-cookie'),
    ),
  },
  {
    id: 'frame.request-id',
    sentence: 'No header of an answer has the id of a request.',
    judge: forEachResponse(({ headers }) => {
      const names = Object.keys(headers).filter((name) => /(request|correlation|trace|amzn)[\w-]*-id$/.test(name))
      return names.length === 0 ? observation(true, 'none') : observation(false, names.map(publicHeader).join(', '))
    }),
  },
  ...(profile.serviceVersion === '2025-01-15' ? assumptionsOf2025 : []),
]

/** What is documented only for 2025-01-15. */
const assumptionsOf2025: ReadonlyArray<Assumption> = [
  {
    id: 'frame.nulls',
    sentence: 'A field without a value is missing, and never null.',
    judge: forEachResponse((answer) => {
      if (!isSuccess(answer) || answer.json === undefined) return undefined
      const paths = nullPaths(answer.json)
      return paths.length === 0 ? observation(true, 'none') : observation(false, `null at ${paths.join(', ')}`)
    }),
  },
  {
    id: 'frame.words',
    sentence: 'Words of closed lists are in lower case.',
    judge: (answers) =>
      answers.flatMap((answer) =>
        wordsOf(answer).flatMap(({ path, value }) =>
          typeof value === 'string'
            ? [observation(value === value.toLowerCase(), value === value.toLowerCase() ? 'lower case' : path)]
            : [],
        ),
      ),
  },
]
