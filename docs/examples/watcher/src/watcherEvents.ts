import { none, type Option, some } from 'fp-ts/lib/Option.js'
import type { ClientError, ClientEvent, ClientEventBody } from 'rxbank'

/** Tells how a watcher fares. */
export interface WatcherEvents {
  readonly started: () => void
  /** A round has ended; the next one begins in `delay` milliseconds. */
  readonly polled: (delay: number, checkpoint: Option<Date>) => void
  /** A round has failed; the next one begins in `delay` milliseconds. */
  readonly failed: (delay: number, error: ClientError) => void
  readonly ended: () => void
}

/**
 * Events of watchers that are not the client's, such as rounds of a mirror: the health, the metrics and the log of the
 * library show them as they show those of the client. Their numbers are negative, those of the client are not.
 */
export const watcherEvents = (emit: (event: ClientEvent) => void) => {
  let last = 0
  return (operation: string, every: number): WatcherEvents => {
    const watcher = --last
    const tell = (body: ClientEventBody) => emit({ ...body, operation, request: 0, time: new Date() })
    return {
      started: () => tell({ _tag: 'WatcherStarted', watcher, every }),
      polled: (delay, checkpoint) => tell({ _tag: 'Polled', watcher, checkpoint, error: none, delay }),
      failed: (delay, error) => tell({ _tag: 'Polled', watcher, checkpoint: none, error: some(error), delay }),
      ended: () => tell({ _tag: 'WatcherEnded', watcher, every }),
    }
  }
}
