import { described } from '../../lib/profile/described.js'
import type { Service } from '../../lib/profile/Service.js'
import type { ServiceInterface } from '../../lib/profile/ServiceProfile.js'
import { serviceVersion } from '../../lib/profile/ServiceVersion.js'

/** The service as a client speaks to it at the stage of a date. */
export const serviceAt = (date = '2021-06-01', profile: ServiceInterface = described): Service => ({
  profile,
  version: serviceVersion(date, profile.undatedStage),
})
