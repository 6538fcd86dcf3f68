import type { SandboxDialect } from './dialect/dialects.js'
import type { Dialect } from './dialect/RowDialect.js'
import type { Answer } from './SandboxAnswer.js'
import type { AnsweredRoute } from './SandboxOperation.js'
import type { ItemWorld } from './sandboxUsers.js'
import type { Stage } from './stages.js'
import type { WebhookForm } from './WebhookFormat.js'
import type { World } from './World.js'

/**
 * A stage with paths, operations and formats that the profile does not describe.
 *
 * - `stage`: the only stage that the service accepts in the version header.
 * - `routes`: its operations with their paths, which are not taken from the profile.
 * - `inForm`: converts an error answer to the format of the stage.
 * - `world`: settings for its data that other stages do not have.
 * - `webhooks`: its webhooks.
 */
export interface OwnStage {
  readonly stage: Stage
  readonly routes: ReadonlyArray<AnsweredRoute>
  readonly inForm: (answer: Answer) => Answer
  readonly world: Pick<ItemWorld, 'demoBank' | 'disabledAccount' | 'scheduled'>
  readonly webhooks: (world: World) => WebhookForm
}

/** The dialect of such a stage. */
export interface OwnDialect extends Dialect, SandboxDialect {
  readonly own: OwnStage
}
