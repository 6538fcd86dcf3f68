import assert from 'node:assert/strict'
import { defer, firstValueFrom, throwError, timeout } from 'rxjs'

/** How long the check of a law may take, in milliseconds. */
export const lawTimeout = 10_000

/**
 * Runs the check of a law. Resolves when the check passes, and rejects with its error, or after ten seconds with an
 * `AssertionError` that names the law.
 */
export const checkLaw = (name: string, check: () => Promise<void>): Promise<void> => {
  const timeoutError = () =>
    new assert.AssertionError({ message: `not within ${String(lawTimeout / 1000)} seconds: ${name}` })
  return firstValueFrom(defer(check).pipe(timeout({ first: lawTimeout, with: () => throwError(timeoutError) })))
}
