import * as t from 'io-ts'
import type { Identity } from '../client/identity.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { options } from '../codec/options.js'
import type { Sender } from './Sender.js'

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
    maxSubscriptions: integer(1),
    maxLinks: integer(1),
    maxEvents: integer(1),
  },
)
