import { acknowledged } from './acknowledged.js'
import { ahead } from './ahead.js'
import { bounded } from './bounded.js'
import { budget } from './budget.js'
import { checkpoints } from './checkpoints.js'
import { circuit } from './circuit.js'
import { cursors } from './cursors.js'
import { everyUpdate } from './everyUpdate.js'
import { explained } from './explained.js'
import type { Invariant } from './Invariant.js'
import { lastShown } from './lastShown.js'
import { liveTokens } from './liveTokens.js'
import { noStorm } from './noStorm.js'
import { nothingForNobody } from './nothingForNobody.js'
import { onceOnly } from './onceOnly.js'
import { origin } from './origin.js'
import { retryAfter } from './retryAfter.js'
import { secrets } from './secrets.js'
import { setBack } from './setBack.js'
import { singleFlight } from './singleFlight.js'
import { spread } from './spread.js'

/** All that holds. */
export const invariants: ReadonlyArray<Invariant> = [
  liveTokens,
  ahead,
  singleFlight,
  noStorm,
  spread,
  budget,
  circuit,
  retryAfter,
  nothingForNobody,
  everyUpdate,
  onceOnly,
  lastShown,
  setBack,
  checkpoints,
  acknowledged,
  cursors,
  origin,
  secrets,
  bounded,
  explained,
]
