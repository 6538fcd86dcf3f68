/**
 * Uses the streams of a client in Electron's main process from its renderers: {@link exposeStreams} in the main
 * process, and {@link connectStreams} in the renderer.
 *
 * @module rxbank/electron
 */
export { connectStreams, type RemoteClient, type RemoteUserClient } from './adapters/electron/connectStreams.js'
export { type ExposeConfig, type WindowAllowance } from './adapters/electron/ExposeConfig.js'
export { type ExposableClient, type ExposedStreams, exposeStreams } from './adapters/electron/exposeStreams.js'
export { netFetch, type NetLike } from './adapters/electron/netFetch.js'
export { type HintsLike, onlineWakeUps } from './adapters/electron/onlineWakeUps.js'
export { RemoteError } from './adapters/electron/wireError.js'
export { type EmitterPort, type EventTargetPort, pagePort, type PortLike } from './adapters/electron/Port.js'
export { powerActivity, type PowerMonitorLike, powerWakeUps } from './adapters/electron/powerActivity.js'
export {
  type EventsDropped,
  type RemoteAccountCollection,
  type RemoteBankCollection,
  type RemoteCallConfig,
  type RemoteCategoryCollection,
  type RemoteChangesConfig,
  type RemoteCollection,
  type RemoteInsightCollection,
  type RemoteItemCollection,
  type RemoteNavigateConfig,
  type RemotePagesConfig,
  type RemotePollConfig,
  type RemoteStockCollection,
  type RemoteTransactionCollection,
  type RemoteUpdatableCollection,
} from './adapters/electron/RemoteLists.js'
export type {
  IpcMainLike,
  NavigationStart,
  PortEvent,
  Sender,
  WebContentsLike,
  WebFrameLike,
} from './adapters/electron/webContents.js'
