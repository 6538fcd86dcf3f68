import type { Issue } from '../codec/issues.js'
import { BaseError } from './BaseError.js'
import { describeIssues } from './describeIssues.js'

/**
 * The configuration or the options of a call are wrong; no request was sent.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 *
 * @example
 * import { createClient, isClientError } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 *
 * try {
 *   createClient({ profile: bridge2025, baseUrl: 'ftp://bank.example', clientId: 'id' })
 * } catch (error) {
 *   assert.ok(isClientError(error) && error._tag === 'ConfigError')
 *   assert.deepStrictEqual(error.issues.map((issue) => issue.path), ['/baseUrl'])
 * }
 */
export class ConfigError extends BaseError<ConfigError> {
  declare readonly _tag: 'ConfigError'
  /**
   * Each wrong field, ten at most: a path such as `/baseUrl`, and what was expected there. An issue says if the value
   * is missing. It shows a wrong number if this is an amount or a time, and no other value.
   */
  declare readonly issues: ReadonlyArray<Issue>

  constructor({ issues }: { readonly issues: ReadonlyArray<Issue> }) {
    const description = describeIssues(issues, (path) => path.slice(1) || 'config')
    super('ConfigError', { issues }, `wrong configuration: ${description}`)
  }
}
