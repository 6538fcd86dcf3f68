/** A notification of PostgreSQL. */
export interface Told {
  readonly payload?: string | undefined
}

/** What a mirror needs of a connection: what a client of `pg` has that was taken from a pool. */
export interface PoolClientLike {
  query(text: string, values?: Array<unknown>): PromiseLike<unknown>
  on(event: 'notification', listener: (told: Told) => void): unknown
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  off(event: 'notification', listener: (told: Told) => void): unknown
  off(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  release(error?: Error | boolean): void
}

/** What a mirror needs of a pool: a `Pool` of `pg` has it. Its connections are taken and given back, and never ended. */
export interface PoolLike {
  connect(): PromiseLike<PoolClientLike>
}
