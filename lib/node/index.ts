/**
 * Parts for programs on Node: watchers that stop without losing work, checkpoints in files, logs and health. Begin with
 * {@link gracefully}. {@link createGateway} makes the gateway of a web app, which keeps the secret on its server, and
 * {@link createWebhooks} receives webhooks.
 *
 * @module rxbank/node
 */
export {
  type CreateGatewayConfig,
  type TotalAllowance,
  type UserAllowance,
  type Visitor,
} from '../gateway/CreateGatewayConfig.js'
export { type AnyClient, createGateway, type Gateway } from '../gateway/createGateway.js'
export { CheckpointError, type CheckpointReason } from './CheckpointError.js'
export { type CheckpointStoreLaw, checkpointStoreLaws } from './checkpointStoreLaws.js'
export { fileCheckpointStore } from './fileCheckpointStore.js'
export { type GracefulConfig, gracefully } from './gracefully.js'
export { type BudgetHealth, type Health, type HealthStatus, type StreamHealth, type TokenHealth } from './Health.js'
export { logEvents } from './logEvents.js'
export { type Logger } from './Logger.js'
export { memoryCheckpointStore } from './memoryCheckpointStore.js'
export { type MemoryPermits, memoryPermits, type MemoryPermitsConfig } from './memoryPermits.js'
export type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'
export { memoryTokenStore } from './memoryTokenStore.js'
export type { ObservableTokenStore } from './ObservableTokenStore.js'
export { type PermitSourceLaw, permitSourceLaws } from './permitSourceLaws.js'
export { readTape } from './readTape.js'
export { sealedTokenStore } from './sealedTokenStore.js'
export { type TokenStoreLaw, tokenStoreLaws } from './tokenStoreLaws.js'
export { serveInspector, type ServeInspectorConfig } from './serveInspector.js'
export { toNodeHandler, type ToNodeHandlerConfig } from './toNodeHandler.js'
export { type TransportLaw, transportLaws } from './transportLaws.js'
export { stopSignal } from './stopSignal.js'
export { StopTimeout } from './StopTimeout.js'
export { type Watcher, watcher } from './watcher.js'
export { watchHealth, type WatchHealthConfig } from './watchHealth.js'
export { createWebhooks } from './webhook/createWebhooks.js'
export { type CreateWebhooksConfig } from './webhook/CreateWebhooksConfig.js'
export { signTestWebhook, type TestWebhook, type TestWebhookConfig } from './webhook/signTestWebhook.js'
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
} from './webhook/WebhookEvent.js'
export type { RefusalReason, WebhookRefused } from './webhook/WebhookRefused.js'
export type { Webhooks } from './webhook/Webhooks.js'
export { writeTape } from './writeTape.js'
