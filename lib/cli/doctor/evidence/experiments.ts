import { object } from '../../../codec.js'
import type { OperationKey, ServiceProfile } from '../../../index.js'
import { type Answer, isSuccess } from './Answer.js'
import { type Observation, observation } from './Assumption.js'

type Row = Answer['rows'][number]

/**
 * A question that needs its own request: the first page of a list, with other parameters.
 *
 * - `key`: of the list.
 * - `query`: the parameters to set, or to leave out if they are `null`; `undefined` if the first page cannot show
 *   anything.
 * - `judge`: what the answer shows, compared with the first page.
 */
export interface Experiment {
  readonly id: string
  readonly sentence: string
  readonly key: OperationKey
  readonly query: (first: Answer) => Readonly<Record<string, string | null>> | undefined
  readonly judge: (answer: Answer, first: Answer) => Observation | undefined
}

/** The number of rows of a page if a request has no `limit`, and the maximum `limit`. */
const defaultLimit = 50
const maxLimit = 500

const hasNextLink = ({ json }: Answer): boolean =>
  object.is(json) && object.is(json.pagination) && typeof json.pagination.next_uri === 'string'

const limitExperiments: ReadonlyArray<Experiment> = [
  {
    id: 'limit.default',
    sentence: `Without \`limit\`, a page has ${String(defaultLimit)} rows.`,
    key: 'banks',
    query: (first) => (hasNextLink(first) ? { limit: null } : undefined),
    judge: (answer) => {
      if (!isSuccess(answer)) return observation(false, `status ${String(answer.status)}`)
      return observation(answer.rows.length === defaultLimit, `${String(answer.rows.length)} rows`)
    },
  },
  {
    id: 'limit.maximum',
    sentence: `A \`limit\` above ${String(maxLimit)} is refused.`,
    key: 'banks',
    query: () => ({ limit: String(maxLimit + 1) }),
    judge: ({ status, rows }) => {
      if (status === 429 || status >= 500) return undefined
      if (status >= 400) return observation(true, `status ${String(status)}`)
      return observation(false, rows.length > maxLimit ? `accepted: ${String(rows.length)} rows` : 'accepted')
    },
  },
]

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : NaN)
const isAfter = (value: unknown, filter: string): boolean => timeOf(value) >= Date.parse(filter)
const isBefore = (value: unknown, filter: string): boolean => timeOf(value) <= Date.parse(filter)
const isEqual = (value: unknown, filter: string): boolean => String(value) === filter
const contains = (value: unknown, filter: string): boolean => Array.isArray(value) && value.includes(filter)

interface Meaning {
  readonly field: string
  readonly passes: (value: unknown, filter: string) => boolean
  readonly words: string
}

/** What each parameter of a filter means, according to the reference. */
const meanings: Readonly<Record<string, Meaning>> = {
  item_id: { field: 'item_id', passes: isEqual, words: 'of that item' },
  account_id: { field: 'account_id', passes: isEqual, words: 'of that account' },
  country_code: { field: 'country_code', passes: isEqual, words: 'of that country' },
  capabilities: { field: 'capabilities', passes: contains, words: 'with that capability' },
  min_date: { field: 'date', passes: isAfter, words: 'whose `date` is that day or later' },
  max_date: { field: 'date', passes: isBefore, words: 'whose `date` is that day or earlier' },
  since: { field: 'updated_at', passes: isAfter, words: 'whose `updated_at` is that time or later' },
  until: { field: 'updated_at', passes: isBefore, words: 'whose `updated_at` is that time or earlier' },
}

const valueOf = (row: Row, { field, passes }: Meaning): string | undefined => {
  const value: unknown = Object.hasOwn(row, field) ? row[field] : undefined
  const element: unknown = passes === contains && Array.isArray(value) ? value.at(-1) : value
  return typeof element === 'string' || typeof element === 'number' ? String(element) : undefined
}

/** A value by which the filter leaves out some rows of the first page: if it leaves out no row, it proves nothing. */
const filterValueOf = ({ rows }: Answer, meaning: Meaning): string | undefined =>
  rows
    .map((row) => valueOf(row, meaning))
    .find((value) => value !== undefined && rows.some((row) => !meaning.passes(row[meaning.field], value)))

const filterExperiment = (key: OperationKey, name: string, parameter: string, meaning: Meaning): Experiment => ({
  id: `filter.${key}.${parameter}`,
  sentence: `With \`${parameter}\`, ${name} has only rows ${meaning.words}.`,
  key,
  query: (first) => {
    const value = filterValueOf(first, meaning)
    return value === undefined ? undefined : { [parameter]: value }
  },
  judge: (answer) => {
    const filter = answer.query.get(parameter) ?? ''
    if (!isSuccess(answer))
      return answer.status < 500 && answer.status !== 429
        ? observation(false, `status ${String(answer.status)}`)
        : undefined
    const others = answer.rows.filter((row) => !meaning.passes(row[meaning.field], filter))
    if (answer.rows.length === 0) return observation(false, 'no rows')
    return observation(others.length === 0, others.length === 0 ? 'only such rows' : 'other rows too')
  },
})

/** The lists whose filters are tested. Lists of users are left out, because their rows may be about other users. */
const filteredLists = ['banks', 'accounts', 'transactions', 'stocks'] as const

const filterExperiments = ({ filters = {}, paths }: ServiceProfile): ReadonlyArray<Experiment> =>
  filteredLists.flatMap((key) =>
    paths[key] === null
      ? []
      : Object.values(filters[key] ?? {}).flatMap(({ parameter }) => {
          const meaning = Object.hasOwn(meanings, parameter) ? meanings[parameter] : undefined
          return meaning === undefined ? [] : [filterExperiment(key, `${key}.list`, parameter, meaning)]
        }),
  )

const countriesOf = ({ rows }: Answer): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => (typeof row.country_code === 'string' ? [row.country_code] : []))))

/** It is inferred that several words are separated by commas. */
const severalWords: Experiment = {
  id: 'filter.banks.several-words',
  sentence: 'Several words of a filter are separated by commas.',
  key: 'banks',
  query: (first) => {
    const [country, other, third] = countriesOf(first)
    return other === undefined || third === undefined ? undefined : { country_code: `${String(country)},${other}` }
  },
  judge: (answer) => {
    if (answer.status === 429 || answer.status >= 500) return undefined
    if (!isSuccess(answer)) return observation(false, `status ${String(answer.status)}`)
    const requested = answer.query.get('country_code')?.split(',') ?? []
    const countries = countriesOf(answer)
    if (countries.length === 0) return observation(false, 'no rows')
    const areOnlyThose = countries.every((country) => requested.includes(country))
    return observation(areOnlyThose && countries.length === 2, areOnlyThose ? 'rows of these' : 'other rows too')
  },
}

const idOf = (row: Row | undefined): unknown => row?.id

/** Whether a list of changes has the rows that changed exactly at the requested time. */
const sinceExperiments = ({ paths, since: { parameter } }: ServiceProfile): ReadonlyArray<Experiment> =>
  (['transactionsUpdated', 'stocksUpdated'] as const)
    .filter((key) => paths[key] !== null)
    .map((key) => ({
      id: `changes.${key}.inclusive`,
      sentence: `\`${parameter}\` includes the rows whose \`updated_at\` is exactly that time.`,
      key,
      query: ({ rows }) => {
        const since = rows.at(-1)?.updated_at
        return typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? { [parameter]: since } : undefined
      },
      judge: (answer, first) => {
        if (!isSuccess(answer)) return undefined
        const isIncluded = answer.rows.some((row) => idOf(row) === idOf(first.rows.at(-1)))
        if (!isIncluded && hasNextLink(answer)) return undefined
        return observation(isIncluded, isIncluded ? 'included' : 'left out')
      },
    }))

/** The questions about a profile that need their own requests, in the order of these requests. */
export const experimentsOf = (profile: ServiceProfile): ReadonlyArray<Experiment> => [
  ...limitExperiments,
  ...sinceExperiments(profile),
  ...(profile.filters?.banks?.countryCodes === undefined ? [] : [severalWords]),
  ...filterExperiments(profile),
]
