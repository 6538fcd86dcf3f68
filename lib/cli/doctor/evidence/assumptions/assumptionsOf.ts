import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import type { Assumption } from '../Assumption.js'
import { errorAssumptions } from './errorAssumptions.js'
import { frameAssumptions } from './frameAssumptions.js'
import { limitAssumptions } from './limitAssumptions.js'
import { listAssumptions } from './listAssumptions.js'
import { operationAssumptions } from './operationAssumptions.js'
import { resourceAssumptions } from './resourceAssumptions.js'
import { tokenAssumptions } from './tokenAssumptions.js'
import { unreadableAssumptions } from './unreadableAssumptions.js'
import { wordAssumptions } from './wordAssumptions.js'

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
