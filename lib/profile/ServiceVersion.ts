import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { UnsupportedByVersion } from '../error/UnsupportedByVersion.js'
import type { ProfilePaths } from './ServiceProfile.js'

/** A stage of the interface (§9). */
export type Stage = 'beta 2' | 'beta 3' | '2016-01-18' | '2018-06-15' | '2021-06-01'

/** The stage of the interface that a client speaks, and the date that it sends for it. */
export interface ServiceVersion {
  readonly date: string
  readonly stage: Stage
}

/** An option that not every stage has. */
export type OptionFeature = 'externalUserId' | 'language' | 'redirectUrl' | 'userUuid'

/** What the stages differ in: where an operation is, what options it takes, and how it is done. */
export type Feature = keyof ProfilePaths | OptionFeature | 'credentialsInHeaders' | 'userInBankFormCallback'

/** What came with each stage, the earliest first; what is not here was there from the beginning. */
const added: Readonly<Record<Stage, ReadonlyArray<Feature>>> = {
  'beta 2': [],
  'beta 3': ['bankFormAdd', 'bankFormEdit', 'transactionsUpdated'],
  '2016-01-18': [
    'language',
    'password',
    'redirectUrl',
    'refreshStatus',
    'stock',
    'stocks',
    'stocksUpdated',
    'userInBankFormCallback',
    'userItems',
  ],
  '2018-06-15': [],
  '2021-06-01': ['credentialsInHeaders', 'externalUserId', 'userUuid'],
}

const stages = Object.keys(added) as ReadonlyArray<Stage>

/** Which stage a feature came with; -1 where it was there from the beginning. */
const firstOf = (feature: Feature): number => stages.findIndex((stage) => added[stage].includes(feature))

/** The newest stage that is not later than a date; before the first that has a date, `undatedStage`. */
export const serviceVersion = (date: string, undatedStage: Stage): ServiceVersion => {
  const newest = stages.filter((stage) => !stage.startsWith('beta') && stage <= date).at(-1)
  return { date, stage: newest ?? undatedStage }
}

/** Whether a stage has a feature. */
export const supports = ({ stage }: ServiceVersion, feature: Feature): boolean =>
  stages.indexOf(stage) >= firstOf(feature)

/** Throws an `UnsupportedByVersion` where a stage does not have what an operation needs. */
export const demand = (
  version: ServiceVersion,
  operation: string,
  feature: Feature,
  option: Option<string> = none,
): void => {
  const since = stages[firstOf(feature)]
  if (since === undefined || supports(version, feature)) return
  throw new UnsupportedByVersion({ operation, option, version: version.date, since })
}

/** The same for an option of an operation. */
export const demandOption = (version: ServiceVersion, operation: string, option: OptionFeature): void => {
  demand(version, operation, option, some(option))
}
