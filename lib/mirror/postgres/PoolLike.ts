/** A notification of PostgreSQL. */
export interface PostgresNotification {
  readonly channel: string
}

/** The part of a connection that a mirror needs; a client from a pool of `pg` has it. */
export interface PoolClientLike {
  query(text: string, values?: Array<unknown>): PromiseLike<unknown>
  on(event: 'notification', listener: (notification: PostgresNotification) => void): unknown
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  off(event: 'notification', listener: (notification: PostgresNotification) => void): unknown
  off(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  release(error?: Error | boolean): void
}

/**
 * The part of a pool that a mirror needs; a `Pool` of `pg` has it. The mirror takes and releases connections, and never
 * ends the pool.
 */
export interface PoolLike {
  connect(): PromiseLike<PoolClientLike>
}
