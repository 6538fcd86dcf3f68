import type { ApiVersion } from './apiVersions.js'
import type { SandboxDialect } from './dialect/dialects.js'
import type { RowDialect } from './dialect/RowDialect.js'
import type { PlacedOperation } from './router.js'
import type { SandboxResponse } from './SandboxResponse.js'
import type { ItemWorld } from './sandboxUsers.js'
import type { WebhookFormat } from './webhookFormats.js'
import type { World } from './World.js'

/**
 * An API version with paths, operations and formats that the profile does not describe.
 *
 * - `apiVersion`: the only API version that the service accepts in the version header.
 * - `routes`: its operations with their own paths, instead of the profile's.
 * - `formatError`: converts an error response to the format of the API version.
 * - `world`: settings for its data that other API versions do not have.
 * - `createWebhookFormat`: creates its webhooks.
 */
export interface CustomApiVersion {
  readonly apiVersion: ApiVersion
  readonly routes: ReadonlyArray<PlacedOperation>
  readonly formatError: (answer: SandboxResponse) => SandboxResponse
  readonly world: Pick<ItemWorld, 'countsRepeats' | 'demoBank' | 'disablesLastAccount' | 'scheduled'>
  readonly createWebhookFormat: (world: World) => WebhookFormat
}

/** The dialect of a {@link CustomApiVersion}. */
export interface CustomDialect extends RowDialect, SandboxDialect {
  readonly customApiVersion: CustomApiVersion
}
