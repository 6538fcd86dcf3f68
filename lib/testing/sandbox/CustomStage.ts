import type { SandboxDialect } from './dialect/dialects.js'
import type { RowDialect } from './dialect/RowDialect.js'
import type { SandboxAnswer } from './SandboxAnswer.js'
import type { PlacedOperation } from './SandboxOperation.js'
import type { ItemWorld } from './sandboxUsers.js'
import type { Stage } from './stages.js'
import type { WebhookFormat } from './WebhookFormat.js'
import type { World } from './World.js'

/**
 * An API version with paths, operations and formats that the profile does not describe.
 *
 * - `stage`: the only API version that the service accepts in the version header.
 * - `routes`: its operations with their own paths, instead of the profile's.
 * - `formatError`: converts an error answer to the format of the API version.
 * - `world`: settings for its data that other API versions do not have.
 * - `createWebhookFormat`: creates its webhooks.
 */
export interface CustomStage {
  readonly stage: Stage
  readonly routes: ReadonlyArray<PlacedOperation>
  readonly formatError: (answer: SandboxAnswer) => SandboxAnswer
  readonly world: Pick<ItemWorld, 'countsRepeats' | 'demoBank' | 'disabledAccount' | 'scheduled'>
  readonly createWebhookFormat: (world: World) => WebhookFormat
}

/** The dialect of a {@link CustomStage}. */
export interface CustomDialect extends RowDialect, SandboxDialect {
  readonly customStage: CustomStage
}
