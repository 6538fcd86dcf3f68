/**
 * What a client does, as lanes on one axis of time. Begin with {@link createInspector}.
 *
 * @module rxbank/devtools
 */
export { createInspector, type Inspector, type InspectorConfig } from './adapters/devtools/createInspector.js'
export {
  type Cause,
  type InspectedAttempt,
  type InspectedLane,
  type InspectedMark,
  type InspectedRequest,
  type InspectedRetry,
  type InspectedToken,
  type InspectedWatcher,
  type Inspection,
  type MarkKind,
} from './adapters/devtools/Inspection.js'
export { defineInspector, type InspectorElement } from './adapters/devtools/element/defineInspector.js'
export { type Har, type HarEntry, type HarMessage, toHar } from './adapters/devtools/toHar.js'
export { inspectTape, type InspectTapeConfig } from './adapters/devtools/inspectTape.js'
