import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import type { Assumption } from '../Assumption.js'
import { frameAssumptions } from './frameAssumptions.js'
import { errorAssumptions, limitAssumptions } from './limitAssumptions.js'
import { listAssumptions } from './listAssumptions.js'
import { operationAssumptions, unreadableAssumptions, wordAssumptions } from './operationAssumptions.js'
import { resourceAssumptions } from './resourceAssumptions.js'
import { tokenAssumptions } from './tokenAssumptions.js'

/** All assumptions about the service of a profile. */
export const assumptionsOf = (profile: ServiceProfile): ReadonlyArray<Assumption> => [
  ...frameAssumptions(profile),
  ...tokenAssumptions,
  ...listAssumptions(profile),
  ...errorAssumptions(profile),
  ...limitAssumptions(profile),
  ...operationAssumptions(profile),
  ...resourceAssumptions(profile),
  ...wordAssumptions(profile),
  ...unreadableAssumptions(profile),
]
