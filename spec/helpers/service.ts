import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { Service } from '../../lib/service/profile/Service.js'
import type { ServiceInterface } from '../../lib/service/profile/ServiceProfile.js'
import { serviceVersion } from '../../lib/service/profile/ServiceVersion.js'

/** The service as a client speaks to it at the API version of a date. */
export const serviceAt = (date = '2021-06-01', profile: ServiceInterface = documentedProfile): Service => ({
  profile,
  version: serviceVersion(date, profile.undatedApiVersion),
})
