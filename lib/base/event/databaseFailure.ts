import type { DatabaseFailure } from './ClientEvent.js'

const failures: ReadonlyArray<DatabaseFailure> = ['newer', 'outdated', 'denied', 'unavailable', 'full']

/** Why a database failed, if the error says so; otherwise `undefined`. Never returns other text of the error. */
export const databaseFailure = (error: unknown): DatabaseFailure | undefined => {
  const { reason } = (error ?? {}) as { readonly reason?: unknown }
  return failures.find((failure) => failure === reason)
}
