import { bridge2018 } from './dialect2018.js'
import { bridge2019 } from './dialect2019.js'
import { bridge2021 } from './dialect2021.js'
import { plain } from './plainDialect.js'
import type { Dialect } from './RowDialect.js'

/** The name of a dialect, which is the name of the profile whose rows it writes. */
export type DialectName = 'described' | 'bridge2018' | 'bridge2019' | 'bridge2021'

/** A dialect that a program imports by itself, such as `dialect2025`. */
export interface SandboxDialect {
  /** The stage that the dialect belongs to. */
  readonly stage: string
}

/** The dialects that a sandbox knows. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { described: plain, bridge2018, bridge2019, bridge2021 }

/** Whether there is a dialect for the profile of this name. */
export const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name)
