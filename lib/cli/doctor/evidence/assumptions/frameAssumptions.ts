import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { parseHttpDate } from '../../clockSkew.js'
import { mediaType } from '../../shapeOf.js'
import { type Assumption, forEachResponse, observation } from '../Assumption.js'
import { isSuccess, type ParsedResponse } from '../ParsedResponse.js'
import { nullPaths, publicHeader } from '../publicName.js'
import { wordsOf } from '../wordTally.js'

const isRead = ({ key }: ParsedResponse): boolean => key !== 'authenticate'

/** Assumptions about statuses, versions and content of all responses. */
export const frameAssumptions = (profile: ServiceProfile): ReadonlyArray<Assumption> => [
  {
    id: 'frame.version',
    sentence: `The service accepts the header ${profile.versionHeader} with the version of the profile.`,
    judge: forEachResponse((response) => {
      if (isSuccess(response)) return response.json === undefined ? undefined : observation(true, 'accepted')
      const isRefused = response.operation.access === 'public' && response.status === 400
      return isRefused ? observation(false, 'a public read is refused with 400') : undefined
    }),
  },
  {
    id: 'frame.read-status',
    sentence: 'A read that succeeds is answered with 200.',
    judge: forEachResponse((response) =>
      isSuccess(response) && isRead(response)
        ? observation(response.status === 200, `status ${String(response.status)}`)
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
    sentence: 'Responses are JSON, and their Content-Type says so.',
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
    sentence: 'Responses have a Date header, by which the client corrects its clock.',
    judge: forEachResponse(({ headers }) => {
      const { date } = headers
      const isDate = !Number.isNaN(parseHttpDate(date))
      return observation(isDate, isDate ? 'a date' : date === undefined ? 'none' : 'not a date')
    }),
  },
  {
    id: 'frame.cookies',
    sentence: 'Responses set no cookies.',
    judge: forEachResponse(({ headers }) =>
      headers['set-cookie'] === undefined ? observation(true, 'none') : observation(false, 'set-cookie'),
    ),
  },
  {
    id: 'frame.request-id',
    sentence: 'No header of a response has the id of a request.',
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
    judge: forEachResponse((response) => {
      if (!isSuccess(response) || response.json === undefined) return undefined
      const paths = nullPaths(response.json)
      return paths.length === 0 ? observation(true, 'none') : observation(false, `null at ${paths.join(', ')}`)
    }),
  },
  {
    id: 'frame.words',
    sentence: 'Words of closed lists are in lower case.',
    judge: (responses) =>
      responses.flatMap((response) =>
        wordsOf(response).flatMap(({ path, value }) =>
          typeof value === 'string'
            ? [observation(value === value.toLowerCase(), value === value.toLowerCase() ? 'lower case' : path)]
            : [],
        ),
      ),
  },
]
