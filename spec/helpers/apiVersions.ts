import { type ClientConfig, documentedProfile, type Identity, type ServiceProfile } from '../../lib/index.js'
import type { SandboxUser } from '../../lib/sandbox.js'

/** The API versions of the API and, for each, a version that stands for it; `beta 2` has to be named by the profile. */
const versions = {
  'beta 2': '2015-06-01',
  'beta 3': '2015-06-01',
  '2016-01-18': '2016-01-18',
  '2018-06-15': '2018-06-15',
  '2021-06-01': '2021-06-01',
} as const

type ApiVersion = keyof typeof versions

const names = Object.keys(versions) as ReadonlyArray<ApiVersion>

/** One API version, for the specs that run at each. */
export interface VersionUnderTest {
  readonly apiVersion: ApiVersion
  readonly serviceVersion: string
  readonly profile: ServiceProfile
  /** What a client needs to speak it. */
  readonly config: Pick<ClientConfig, 'serviceVersion' | 'profile'>
  /** Whether it is this API version or a later one. */
  readonly isAtLeast: (first: ApiVersion) => boolean
  /** Defines a spec of what came with an API version, where it is there. */
  readonly from: (first: ApiVersion) => (name: string, spec: () => Promise<void>) => void
  /** A query as the client sends it. */
  readonly sent: (query: string) => string
  /** How the API version knows a user. */
  readonly identityOf: (user: SandboxUser) => Identity
}

/** All API versions, for `describe.each`. */
export const apiVersions: ReadonlyArray<VersionUnderTest> = names.map((apiVersion) => {
  const serviceVersion = versions[apiVersion]
  const profile: ServiceProfile = {
    ...documentedProfile,
    undatedApiVersion: apiVersion === 'beta 2' ? 'beta 2' : 'beta 3',
  }
  const isAtLeast = (first: ApiVersion): boolean => names.indexOf(apiVersion) >= names.indexOf(first)
  return {
    apiVersion,
    serviceVersion,
    profile,
    config: { serviceVersion, profile },
    isAtLeast,
    from: (first) => (name, spec) => {
      if (isAtLeast(first)) it(name, spec)
    },
    sent: (query) => (isAtLeast('2021-06-01') ? query : `${query}&client_id=sandbox-client`),
    identityOf: ({ uuid, email, password }) => (isAtLeast('2021-06-01') ? { userUuid: uuid } : { email, password }),
  }
})

/** The API version of today's interface. */
export const newestVersion = apiVersions.at(-1) as VersionUnderTest

/** The oldest and the newest API version, for specs that need no API version between them. */
export const outerVersions: ReadonlyArray<VersionUnderTest> = [...apiVersions.slice(0, 1), newestVersion]
