/**
 * What a client does, as lanes on one axis of time. Begin with {@link createInspector}.
 *
 * @module rxbank/devtools
 */
export { createInspector, type Inspector, type InspectorConfig } from './createInspector.js'
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
} from './Inspection.js'
export { defineInspector, type InspectorElement } from './element/defineInspector.js'
export { type Har, type HarEntry, type HarMessage } from './Har.js'
export { inspectTape, type InspectTapeConfig } from './inspectTape.js'
export { toHar } from './toHar.js'
