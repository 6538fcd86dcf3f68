import type { ServiceInterface } from './ServiceProfile.js'
import type { ServiceVersion } from './ServiceVersion.js'

/** A service as a client speaks to it: what the interface leaves open, and the stage of the interface. */
export interface Service {
  readonly profile: ServiceInterface
  readonly version: ServiceVersion
}
