import assert from 'node:assert/strict'

/**
 * The credentials of a sandbox and the tokens that it was asked with, which no browser may see. `reveal` is that of the library
 * that asked.
 */
export const canariesOf = ({ credentials, journal }, reveal) => {
  const tokens = journal
    .entries()
    .flatMap(({ headers }) => (headers.authorization === undefined ? [] : [reveal(headers.authorization)]))
  const canaries = new Set([...Object.values(credentials), ...tokens.map((header) => header.replace(/^Bearer /i, ''))])
  assert.ok(canaries.size >= 5)
  return canaries
}
