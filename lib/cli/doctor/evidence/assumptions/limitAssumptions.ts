import type { RateLimitHeaders } from '../../../../service/profile/limitHeaders.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { parseHttpDate } from '../../parseHttpDate.js'
import { type Assumption, forEachResponse, observation } from '../Assumption.js'
import { publicHeader } from '../publicName.js'

/** The headers that the client reads if a profile names none. */
const commonHeaders: ReadonlyArray<RateLimitHeaders> = [
  { state: 'RateLimit', policy: 'RateLimit-Policy' },
  { limit: 'RateLimit-Limit', remaining: 'RateLimit-Remaining', reset: 'RateLimit-Reset' },
  { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' },
]

/** Whether a header is about a limit, by its name. */
export const isLimitHeader = (name: string): boolean => /rate-?limit|quota/.test(name)

const retryForm = (text: string): string => {
  if (/^\d+$/.test(text.trim())) return 'seconds'
  return Number.isNaN(parseHttpDate(text)) ? 'neither seconds nor a date' : 'a date'
}

/** Assumptions about limits. */
export const limitAssumptions = ({ limitHeaders = commonHeaders }: ServiceProfile): ReadonlyArray<Assumption> => {
  const known = new Set(limitHeaders.flatMap((names) => Object.values(names)).map((name) => name.toLowerCase()))
  return [
    {
      id: 'limit.pace',
      sentence: 'A few dozen requests, one after the other, exceed no limit.',
      judge: forEachResponse(({ status }) => observation(status !== 429, status === 429 ? 'status 429' : 'no 429')),
    },
    {
      id: 'limit.headers',
      sentence: 'Headers about a limit, if there are any, are those that the client reads.',
      judge: forEachResponse(({ headers }) => {
        const names = Object.keys(headers).filter(isLimitHeader)
        if (names.length === 0) return undefined
        const others = names.filter((name) => !known.has(name))
        return observation(others.length === 0, (others.length === 0 ? names : others).map(publicHeader).join(', '))
      }),
    },
    {
      id: 'limit.retry-after',
      sentence: 'A 429 has Retry-After, as seconds or as a date.',
      judge: forEachResponse(({ status, headers }) => {
        if (status !== 429) return undefined
        const form = headers['retry-after'] === undefined ? 'missing' : retryForm(headers['retry-after'])
        return observation(form === 'seconds' || form === 'a date', form)
      }),
    },
  ]
}
