import { bridge2018 } from '../../service/bridge/bridge2018.js'
import { bridge2019 } from '../../service/bridge/bridge2019.js'
import { bridge2021 } from '../../service/bridge/bridge2021.js'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'

const bridgeNames: ReadonlySet<string> = new Set([bridge2018.name, bridge2019.name, bridge2021.name, bridge2025.name])

/** Whether two profiles are versions of one service's API: they have the same header, or both are in `rxbank/bridge`. */
export const isSameService = (a: ServiceProfile, b: ServiceProfile): boolean =>
  a.versionHeader === b.versionHeader || (bridgeNames.has(a.name) && bridgeNames.has(b.name))
