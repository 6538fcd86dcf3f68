import * as t from 'io-ts'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import type { Identity } from '../../client/userIdentity.js'
import type { Sender } from './webContents.js'

/**
 * The limit on the requests of one window. It counts all ports of the window together, and is not reset by a reload.
 */
export interface WindowAllowance {
  /** Requests in any `per` milliseconds, without their retries; further ones wait in a queue; default 600. */
  readonly requests?: number
  /** The milliseconds that `requests` is counted over; default 60,000. */
  readonly per?: number
  /**
   * How many requests may wait at once; a further one errors with `RequestNotSent`, which watchers retry; default 256.
   */
  readonly maxWaiting?: number
}

/** Which user's data renderers may read, and the limits on their requests. */
export interface ExposeConfig {
  /**
   * The user whose data a page may read: an identity, or a function that returns one. The function is called when a
   * page first sends a request of a user, and again as long as it returns `undefined`. The client of a gateway has only
   * one user and needs no `user`. The page cannot choose the user.
   */
  readonly user?: Identity | ((sender: Sender) => Identity | undefined)
  /** Decides which pages are served; default: the main frame of a window whose URL begins with `app:` or `file:`. */
  readonly accepts?: (sender: Sender) => boolean
  /** The limit on the requests of each window. */
  readonly perWindow?: WindowAllowance
  /**
   * How many subscriptions a port may have at the same time; further ones error with `RequestNotSent`; default 256.
   */
  readonly maxSubscriptions?: number
  /** How many page links of a port can be followed; older links expire; default 1000. */
  readonly maxLinks?: number
  /** How many events are buffered for a renderer that reads them slowly; default 1000. */
  readonly maxEvents?: number
}

/** The codec of {@link ExposeConfig}. It accepts any `user`, which `exposeStreams` decodes. */
export const exposeConfig = options(
  'options',
  {},
  {
    user: t.unknown,
    accepts: functionCodec<(sender: Sender) => boolean>('a function from a sender to a boolean'),
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
