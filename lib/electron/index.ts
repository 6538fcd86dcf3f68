/**
 * Uses the streams of a client in Electron's main process from its renderers: {@link exposeStreams} in the main
 * process, and {@link connectStreams} in the renderer.
 *
 * @module rxbank/electron
 */
export { connectStreams, type RemoteClient } from './connectStreams.js'
export { type ExposeConfig, type WindowAllowance } from './ExposeConfig.js'
export { type ExposableClient, type ExposedStreams, exposeStreams } from './exposeStreams.js'
export { netFetch, type NetLike } from './netFetch.js'
export { type HintsLike, onlineWakes } from './onlineWakes.js'
export { RemoteError } from './RemoteError.js'
export { type EmitterPort, type EventTargetPort, type PortLike } from './Port.js'
export { pagePort } from './pagePort.js'
export { powerActivity } from './powerActivity.js'
export { type PowerMonitorLike } from './PowerMonitorLike.js'
export { powerWakes } from './powerWakes.js'
export {
  type EventsMissed,
  type RemoteAccountCollection,
  type RemoteBankCollection,
  type RemoteCallConfig,
  type RemoteCategoryCollection,
  type RemoteChangesConfig,
  type RemoteCollection,
  type RemoteItemCollection,
  type RemoteNavigateConfig,
  type RemotePagesConfig,
  type RemotePollConfig,
  type RemoteStockCollection,
  type RemoteTransactionCollection,
  type RemoteUpdatableCollection,
} from './RemoteLists.js'
export { type RemoteUserClient } from './remoteUser.js'
export { type Sender } from './Sender.js'
export {
  type IpcMainLike,
  type NavigationStart,
  type PortEvent,
  type WebContentsLike,
  type WebFrameLike,
} from './webContents.js'
