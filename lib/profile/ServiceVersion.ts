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

const stages: ReadonlyArray<Stage> = ['beta 2', 'beta 3', '2016-01-18', '2018-06-15', '2021-06-01']

/** With which stage each came; what is not here was there from the beginning. */
const came: Readonly<Partial<Record<Feature, Stage>>> = {
  bankFormAdd: 'beta 3',
  bankFormEdit: 'beta 3',
  transactionsUpdated: 'beta 3',
  language: '2016-01-18',
  password: '2016-01-18',
  redirectUrl: '2016-01-18',
  refreshStatus: '2016-01-18',
  stock: '2016-01-18',
  stocks: '2016-01-18',
  stocksUpdated: '2016-01-18',
  userInBankFormCallback: '2016-01-18',
  userItems: '2016-01-18',
  credentialsInHeaders: '2021-06-01',
  externalUserId: '2021-06-01',
  userUuid: '2021-06-01',
}

/** The newest stage that is not later than a date; before the first that has a date, `undatedStage`. */
export const serviceVersion = (date: string, undatedStage: Stage): ServiceVersion => {
  const newest = stages.filter((stage) => !stage.startsWith('beta') && stage <= date).at(-1)
  return { date, stage: newest ?? undatedStage }
}

/** Whether a stage has a feature. */
export const supports = ({ stage }: ServiceVersion, feature: Feature): boolean =>
  stages.indexOf(stage) >= stages.indexOf(came[feature] ?? 'beta 2')

/** Throws an `UnsupportedByVersion` where a stage does not have what an operation needs. */
export const demand = (
  version: ServiceVersion,
  operation: string,
  feature: Feature,
  option: Option<string> = none,
): void => {
  const since = came[feature]
  if (since !== undefined && !supports(version, feature))
    throw new UnsupportedByVersion({ operation, option, version: version.date, since })
}

/** The same for an option of an operation. */
export const demandOption = (version: ServiceVersion, operation: string, option: OptionFeature): void => {
  demand(version, operation, option, some(option))
}
