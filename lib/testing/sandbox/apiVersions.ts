import { plainDate } from '../../base/codec/calendar.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { WireRequest } from './WireRequest.js'

const names = ['beta 2', 'beta 3', '2016-01-18', '2018-06-15', '2021-06-01', '2025-01-15'] as const

type ApiVersionName = (typeof names)[number]

/** The API versions that have a route: from `since` (default: the first) to the one before `until` (default: no end). */
export interface ApiVersionSpan {
  readonly since?: ApiVersionName
  readonly until?: ApiVersionName
}

/** How one API version behaves, apart from its routes. */
export interface ApiVersion {
  readonly name: ApiVersionName
  /** Fields that the API version's responses do not have yet. */
  readonly missingFields: ReadonlyArray<string>
  /** Whether timestamps have milliseconds. */
  readonly hasMilliseconds: boolean
  /** Whether the names of categories are translated; otherwise they are English. */
  readonly hasTranslations: boolean
  readonly hasSecurityHeaders: boolean
  /** Whether the bank form accepts a `redirect_url`. */
  readonly acceptsRedirectUrl: boolean
  /** Whether the callback of the bank form names the user. */
  readonly namesUserInCallback: boolean
  /** Whether `client_id` is accepted in the query. */
  readonly acceptsClientIdInQuery: boolean
  /** Whether authentication requires the application's secret in its body. */
  readonly requiresSecretInBody: boolean
  /** Whether the credentials of the application must be in the query. */
  readonly requiresSecretInQuery: boolean
  /** Whether authentication accepts uuids and external ids; otherwise only email and password. */
  readonly acceptsUserIds: boolean
  /** Whether every request must have the application's secret; otherwise public requests have only its id. */
  readonly alwaysRequiresSecret: boolean
  /** Whether pages link to the previous page, and a missing link is `null`. */
  readonly hasPreviousLinks: boolean
}

const isSince = ({ name }: ApiVersion, first: ApiVersionName): boolean => names.indexOf(name) >= names.indexOf(first)

/** Whether an API version has a route. */
export const hasRoute = (apiVersion: ApiVersion, { since = 'beta 2', until }: ApiVersionSpan): boolean =>
  isSince(apiVersion, since) && (until === undefined || !isSince(apiVersion, until))

const beta2: ApiVersion = {
  name: 'beta 2',
  missingFields: ['external_user_id', 'loan_details', 'savings_details'],
  hasMilliseconds: false,
  hasTranslations: false,
  hasSecurityHeaders: false,
  acceptsRedirectUrl: false,
  namesUserInCallback: false,
  acceptsClientIdInQuery: true,
  requiresSecretInBody: true,
  requiresSecretInQuery: false,
  acceptsUserIds: false,
  alwaysRequiresSecret: false,
  hasPreviousLinks: true,
}

const beta3: ApiVersion = {
  ...beta2,
  name: 'beta 3',
  hasMilliseconds: true,
}

const january2016: ApiVersion = {
  ...beta3,
  name: '2016-01-18',
  missingFields: ['external_user_id'],
  hasTranslations: true,
  hasSecurityHeaders: true,
  acceptsRedirectUrl: true,
  namesUserInCallback: true,
}

/** What changed in this API version is not documented. */
const june2018: ApiVersion = { ...january2016, name: '2018-06-15' }

export const june2021: ApiVersion = {
  ...june2018,
  name: '2021-06-01',
  missingFields: [],
  acceptsClientIdInQuery: false,
  requiresSecretInBody: false,
  acceptsUserIds: true,
}

const newestFirst = [june2021, june2018, january2016]

/** The overrides for profiles that define where the credentials of the application are sent. */
const credentialPlaces: Readonly<Record<NonNullable<ServiceInterface['credentials']>, Partial<ApiVersion>>> = {
  headers: { acceptsClientIdInQuery: false, requiresSecretInBody: false },
  query: { requiresSecretInBody: false, requiresSecretInQuery: true },
}

/**
 * Finds the API version of a request: the newest that is not later than its version; `undefined` if the version is not a
 * date.
 */
export type SelectApiVersion = (request: WireRequest) => ApiVersion | undefined

/**
 * Creates the function that finds the API version of a request to a profile's deployment. A deployment with a single API
 * version accepts only the date of that API version. `otherHeader`, in lower case, is another accepted version header. It is
 * accepted only with the profile's own date, because the dates of earlier API versions belong to another deployment.
 */
export const createApiVersions = (
  { versionHeader, serviceVersion, undatedApiVersion, credentials }: ServiceInterface,
  single?: ApiVersion,
  otherHeader?: string,
): SelectApiVersion => {
  const withCredentialPlaces = (apiVersion: ApiVersion): ApiVersion =>
    credentials === undefined ? apiVersion : { ...apiVersion, ...credentialPlaces[credentials] }
  const header = versionHeader.toLowerCase()
  const datedApiVersions = newestFirst.map(withCredentialPlaces)
  const undatedDefault = withCredentialPlaces(undatedApiVersion === 'beta 2' ? beta2 : beta3)
  return ({ headers }) => {
    const other = otherHeader === undefined ? undefined : headers[otherHeader]
    const version = headers[header] ?? (other === serviceVersion ? other : undefined)
    if (single !== undefined) return version === single.name ? single : undefined
    return plainDate.is(version) ? (datedApiVersions.find(({ name }) => name <= version) ?? undatedDefault) : undefined
  }
}
