import type { ServiceInterface } from './ServiceProfile.js'
import type { ServiceVersion } from './ServiceVersion.js'

/** A service as a client uses it: its profile without codecs, and the API version. */
export interface Service {
  readonly profile: ServiceInterface
  readonly version: ServiceVersion
}
