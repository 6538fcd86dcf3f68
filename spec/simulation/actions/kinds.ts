import { allAway, away } from './away.js'
import { call } from './calls.js'
import { crash } from './crash.js'
import { fault } from './fault.js'
import { outage } from './outage.js'
import { processIll, storeIll, thrower } from './health.js'
import type { Kind } from './Kind.js'
import { deleted, inserted, late, traded, updated } from './rows.js'
import { stale } from './stale.js'
import { sleep } from './sleep.js'
import { step } from './step.js'
import { invalidate, revoke, tokenVisit } from './tokens.js'
import { wake } from './wake.js'

/** All that happens. */
export const kinds: ReadonlyArray<Kind> = [
  fault,
  outage,
  inserted,
  updated,
  deleted,
  late,
  stale,
  traded,
  call,
  tokenVisit,
  revoke,
  invalidate,
  processIll,
  storeIll,
  thrower,
  away,
  allAway,
  crash,
  sleep,
  step,
  wake,
]
