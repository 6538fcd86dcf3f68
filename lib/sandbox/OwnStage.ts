import type { Answer } from './Answer.js'
import type { AnsweredRoute } from './AnsweredRoute.js'
import type { Dialect } from './dialect/Dialect.js'
import type { SandboxDialect } from './dialect/dialects.js'
import type { Stage } from './stages.js'
import type { ItemWorld } from './users.js'
import type { WebhookForm } from './WebhookForm.js'
import type { World } from './World.js'

/**
 * A stage that is not one of the interface.
 *
 * - `stage`: the only one that its service takes in the version header.
 * - `routes`: its operations at their paths, which are not taken from the profile.
 * - `inForm`: a refusal as it writes it.
 * - `world`: what it has that others have not.
 * - `webhooks`: how it tells of what happens.
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
