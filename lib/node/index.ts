/**
 * What Node adds: checkpoints in files. Begin with {@link fileCheckpointStore}.
 *
 * @module rxbank/node
 */
export { CheckpointError, type CheckpointReason } from './CheckpointError.js'
export { type CheckpointStoreLaw, checkpointStoreLaws } from './checkpointStoreLaws.js'
export { fileCheckpointStore } from './fileCheckpointStore.js'
export { memoryCheckpointStore } from './memoryCheckpointStore.js'
export type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'
