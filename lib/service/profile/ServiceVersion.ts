import { fromNullable, none, some } from 'fp-ts/lib/Option.js'
import { UnsupportedByVersion } from '../../base/error/UnsupportedByVersion.js'

/** A version of the service's API. The last one is `/v3` of Bridge. */
export type ApiVersion = 'beta 2' | 'beta 3' | '2016-01-18' | '2018-06-15' | '2021-06-01' | '2025-01-15'

/** The API version that a client uses, and the date that the client sends to select it. */
export interface ServiceVersion {
  readonly date: string
  readonly apiVersion: ApiVersion
}

/** An option that not every API version has. */
export type OptionFeature = 'externalUserId' | 'language' | 'redirectUrl' | 'userUuid'

/**
 * The differences between the API versions besides their operations: options, credentials and the bank form's callback.
 */
export type Feature = OptionFeature | 'credentialsInHeaders' | 'userInBankFormCallback'

/**
 * The name of an operation, and the API versions that have it.
 *
 * - `since`: the first API version with the operation; default: the first API version.
 * - `until`: the first API version that no longer has it; default: none.
 */
export interface ApiVersionRange {
  readonly name: string
  readonly since?: ApiVersion
  readonly until?: ApiVersion
}

const apiVersions: ReadonlyArray<ApiVersion> = [
  'beta 2',
  'beta 3',
  '2016-01-18',
  '2018-06-15',
  '2021-06-01',
  '2025-01-15',
]

/** The first API version with credentials in headers; a separate constant, for bundles without the table. */
export const credentialsInHeaders: ApiVersion = '2021-06-01'

/** The first API version that has each feature. */
const firstApiVersions: Readonly<Record<Feature, ApiVersion>> = {
  language: '2016-01-18',
  redirectUrl: '2016-01-18',
  userInBankFormCallback: '2016-01-18',
  credentialsInHeaders,
  externalUserId: '2021-06-01',
  userUuid: '2021-06-01',
}

/** The newest API version up to a date; `undatedApiVersion` if the date is before the first dated API version. */
export const serviceVersion = (date: string, undatedApiVersion: ApiVersion): ServiceVersion => {
  // The comparison excludes the betas: as a string, `beta 2` is greater than every date.
  const newest = apiVersions.filter((apiVersion) => apiVersion <= date).at(-1)
  return { date, apiVersion: newest ?? undatedApiVersion }
}

/** Whether an API version is `first` or a later one. */
export const isAtLeast = ({ apiVersion }: ServiceVersion, first: ApiVersion): boolean =>
  apiVersions.indexOf(apiVersion) >= apiVersions.indexOf(first)

/** Whether an API version has a feature. */
export const supports = (version: ServiceVersion, feature: Feature): boolean =>
  isAtLeast(version, firstApiVersions[feature])

const isRemoved = (version: ServiceVersion, { until }: ApiVersionRange): boolean =>
  until !== undefined && isAtLeast(version, until)

/** Whether an API version has an operation. */
export const offers = (version: ServiceVersion, operation: ApiVersionRange): boolean =>
  isAtLeast(version, operation.since ?? 'beta 2') && !isRemoved(version, operation)

/** Throws an `UnsupportedByVersion` if an API version does not have an operation yet, or no longer has it. */
export const requireOperation = (version: ServiceVersion, operation: ApiVersionRange): void => {
  if (offers(version, operation)) return
  const { name, since = 'beta 2', until } = operation
  throw new UnsupportedByVersion({
    operation: name,
    option: none,
    version: version.date,
    since,
    until: isRemoved(version, operation) ? fromNullable(until) : none,
  })
}

/** Throws an `UnsupportedByVersion` if an API version does not have an option of an operation. */
export const requireOption = (version: ServiceVersion, operation: string, option: OptionFeature): void => {
  if (!supports(version, option))
    throw new UnsupportedByVersion({
      operation,
      option: some(option),
      version: version.date,
      since: firstApiVersions[option],
    })
}
