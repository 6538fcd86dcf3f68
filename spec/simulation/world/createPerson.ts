import type { Identity } from '../../../lib/client/userIdentity.js'
import type { SandboxUser } from '../../../lib/testing/sandbox/Sandbox.js'
import { oneOf, type Random } from '../random.js'
import type { Person } from './Person.js'

const identityOf = ({ uuid, externalUserId, email, password }: SandboxUser, random: Random): Identity =>
  oneOf<Identity>(random, [{ userUuid: uuid }, { externalUserId }, { externalUserId }, { email, password }])

/** A user who has done nothing yet. */
export const createPerson = (user: SandboxUser, number: number, random: Random): Person => ({
  number,
  user,
  identity: identityOf(user, random),
  habits: { limit: oneOf(random, [500, 500, 20, 7]), watchesStocks: random() < 0.2, holdsToken: random() < 0.06 },
  faults: [],
  subscriptions: new Map(),
  sink: new Map(),
  bookmarks: new Map(),
  process: 'well',
  store: 'well',
  throwsNext: false,
  isAway: false,
  disturbedUntil: 0,
  mortalUntil: 0,
  liedAt: -Infinity,
  made: [],
  versions: new Map(),
  midFlight: [],
})
