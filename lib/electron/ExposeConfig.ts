import * as t from 'io-ts'
import type { Identity } from '../client/identity.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import type { Sender } from './Sender.js'

/** How many requests to the service a window may cause, in all its ports together, however often its page is loaded. */
export interface WindowAllowance {
  /** Requests in any `per` milliseconds, not counting their retries; further ones wait for their turn; default 600. */
  readonly requests?: number
  /** Default 60,000. */
  readonly per?: number
  /** Requests that may wait at once; a further one is `RequestWithheld`, after which watchers go on; default 256. */
  readonly maxWaiting?: number
}

/** What renderers may have, and whose it is. */
export interface ExposeConfig {
  /**
   * Whose data a page sees: an identity of the client, or a function that finds it, asked when a page first wants it and
   * again while it gives none. Left out where the client knows its user, as that of a gateway does. Never the page's to
   * choose.
   */
  readonly user?: Identity | ((sender: Sender) => Identity | undefined)
  /** Which pages are served; default: the main frame of a window, at an address of `app:` or `file:`. */
  readonly accepts?: (sender: Sender) => boolean
  /** How many requests to the service each window may cause. */
  readonly perWindow?: WindowAllowance
  /** Subscriptions of a port at the same time; more are `RequestWithheld`; default 256. */
  readonly maxSubscriptions?: number
  /** Links that a port's pages gave and that can still be followed; default 1000. */
  readonly maxLinks?: number
  /** Events that wait for a renderer which is busy; default 1000. */
  readonly maxEvents?: number
}

/** The codec of {@link ExposeConfig}; `user` is decoded apart. */
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
