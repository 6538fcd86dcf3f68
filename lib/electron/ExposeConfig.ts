import * as t from 'io-ts'
import type { Identity } from '../client/identity.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import type { Sender } from './Sender.js'

/** The limit of requests that a window may send to the service, by all its ports together and across reloads. */
export interface WindowAllowance {
  /** Requests in any `per` milliseconds, without their retries; further ones wait in a queue; default 600. */
  readonly requests?: number
  /** Default 60,000. */
  readonly per?: number
  /** Requests that may wait at once; a further one errors with `RequestWithheld`, which watchers retry; default 256. */
  readonly maxWaiting?: number
}

/** Whose data renderers may read, and the limits on them. */
export interface ExposeConfig {
  /**
   * The user whose data a page may read: an identity, or a function that returns it. The function is called when a page
   * first sends a request of a user, and again as long as it returns none. Not needed where the client has one user, as
   * that of a gateway has. The page cannot choose the user.
   */
  readonly user?: Identity | ((sender: Sender) => Identity | undefined)
  /** Decides which pages are served; default: the main frame of a window whose URL begins with `app:` or `file:`. */
  readonly accepts?: (sender: Sender) => boolean
  /** The limit of requests that each window may send to the service. */
  readonly perWindow?: WindowAllowance
  /** Subscriptions of a port at the same time; further ones error with `RequestWithheld`; default 256. */
  readonly maxSubscriptions?: number
  /** Page links of a port that can be followed, the latest; default 1000. */
  readonly maxLinks?: number
  /** Events that are buffered for a renderer that does not read them; default 1000. */
  readonly maxEvents?: number
}

/** The codec of {@link ExposeConfig} without `user`. */
export const exposeConfig = options(
  'options',
  {},
  {
    user: t.unknown,
    accepts: fn<(sender: Sender) => boolean>('a function from a sender to a boolean'),
    perWindow: options(
      'an object with requests, per and maxWaiting',
      {},
      { requests: integer(1), per: milliseconds(1), maxWaiting: integer(0) },
    ),
    maxSubscriptions: integer(1),
    maxLinks: integer(1),
    maxEvents: integer(1),
  },
)
