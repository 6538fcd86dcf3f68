/**
 * Parts for programs on Node: watchers that stop without losing work, checkpoints in files, logs and health. Begin with
 * {@link runGracefully}. {@link createGateway} makes the gateway of a web app, which keeps the secret on its server, and
 * {@link createWebhooks} receives webhooks.
 *
 * @module rxbank/node
 */
export {
  type CreateGatewayConfig,
  type TotalLimits,
  type UserLimits,
  type LoggedInUser,
} from './server/gateway/CreateGatewayConfig.js'
export { type GatewayUpstream, createGateway, type Gateway } from './server/gateway/createGateway.js'
export { CheckpointError, type CheckpointReason } from './server/checkpoints/CheckpointError.js'
export { fileCheckpointStore } from './server/checkpoints/fileCheckpointStore.js'
export { runGracefully, type RunGracefullyConfig, stopSignal } from './server/watcher/runGracefully.js'
export { type Watcher, watcher } from './server/watcher/watcher.js'
export {
  type BudgetHealth,
  type Health,
  type HealthStatus,
  type StreamHealth,
  type TokenHealth,
} from './server/health/Health.js'
export { logEvents, type LogEventsConfig } from './server/log/logEvents.js'
export { type Logger } from './server/log/Logger.js'
export { memoryCheckpointStore } from './server/checkpoints/memoryCheckpointStore.js'
export { type MemoryPermits, memoryPermits, type MemoryPermitsConfig } from './server/stores/memoryPermits.js'
export type { ObservableCheckpointStore } from './server/checkpoints/ObservableCheckpointStore.js'
export { memoryTokenStore, type ObservableTokenStore } from './server/stores/memoryTokenStore.js'
export { readTape } from './testing/tape/readTape.js'
export { sealedTokenStore } from './server/stores/sealedTokenStore.js'
export { serveInspector, type ServeInspectorConfig } from './adapters/devtools/server/serveInspector.js'
export { toNodeHandler, type ToNodeHandlerConfig } from './server/toNodeHandler.js'
export { StopTimeout } from './server/watcher/StopTimeout.js'
export { watchHealth, type WatchHealthConfig } from './server/health/watchHealth.js'
export { createWebhooks, type Webhooks } from './server/webhooks/createWebhooks.js'
export { type CreateWebhooksConfig } from './server/webhooks/CreateWebhooksConfig.js'
export { signTestWebhook, type TestWebhook, type TestWebhookConfig } from './server/webhooks/signTestWebhook.js'
export type {
  AccountCreated,
  AccountDeleted,
  AccountUpdated,
  InvalidEvent,
  ItemCreated,
  ItemDeleted,
  ItemRefreshed,
  TestEvent,
  UnknownEvent,
  UserDeleted,
  WebhookEvent,
} from './server/webhooks/readEvent.js'
export type { RefusalReason, WebhookRefusal } from './server/webhooks/WebhookRefusal.js'
export { writeTape } from './testing/tape/writeTape.js'
