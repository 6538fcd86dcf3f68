import { dialect2018 } from './dialect2018.js'
import { dialect2021 } from './dialect2021.js'
import { plainDialect } from './plainDialect.js'
import type { RowDialect } from './RowDialect.js'

/** The name of a dialect, which is the name of its profile. */
export type DialectName = 'documented' | 'bridge2018' | 'bridge2021'

/** The behaviour of one API version of the service, such as `dialect2025`. */
export interface SandboxDialect {
  /** The API version that the dialect belongs to. */
  readonly apiVersion: string
}

/** The dialects that a sandbox knows. */
export const dialects: Readonly<Record<DialectName, RowDialect>> = {
  documented: plainDialect,
  bridge2018: dialect2018,
  bridge2021: dialect2021,
}

/** Whether there is a dialect for the profile of this name. */
export const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name)
