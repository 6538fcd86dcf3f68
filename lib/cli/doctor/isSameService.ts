import * as bridge from '../../bridge.js'
import type { ServiceProfile } from '../../index.js'

const bridgeNames: ReadonlySet<string> = new Set([
  bridge.bridge2018.name,
  bridge.bridge2021.name,
  bridge.bridge2025.name,
])

/** Whether two profiles are versions of one service's API: they have the same header, or both are in `rxbank/bridge`. */
export const isSameService = (a: ServiceProfile, b: ServiceProfile): boolean =>
  a.versionHeader === b.versionHeader || (bridgeNames.has(a.name) && bridgeNames.has(b.name))
