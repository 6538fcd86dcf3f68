import type { Limits } from '../../../lib/service/profile/rateLimits.js'
import { oneOf, type Random } from '../random.js'
import { minute, second } from '../time.js'

const application = { requests: 12, per: 10 * second }
const user = { requests: 4, per: 30 * second }
const authenticate = { requests: 2, per: 2 * minute }

/** What a service allows; they are reached when all users come back at once, or one asks for many pages. */
const kinds: ReadonlyArray<Limits> = [{}, { application }, { user, authenticate }, { application, user, authenticate }]

/** The limits of a world: a quarter of them has none. */
export const drawLimits = (random: Random): Limits => oneOf(random, kinds)
