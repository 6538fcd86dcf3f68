import { allAway, away } from './away.js'
import { busy } from './busy.js'
import { call } from './calls.js'
import { crash } from './crash.js'
import { fault } from './fault.js'
import { processIll, storeIll, thrower } from './health.js'
import type { Kind } from './Kind.js'
import { slowNetwork } from './network.js'
import { outage } from './outage.js'
import { deleted, inserted, soonChanged, traded, updated, writerSet } from './rows.js'
import { sleep } from './sleep.js'
import { journey, step, stepMidFlight } from './step.js'
import { invalidate, revoke, tokenVisit } from './tokens.js'
import { wake } from './wake.js'

/** All that happens. */
export const kinds: ReadonlyArray<Kind> = [
  fault,
  busy,
  outage,
  slowNetwork,
  inserted,
  updated,
  deleted,
  soonChanged,
  writerSet,
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
  stepMidFlight,
  journey,
  wake,
]
