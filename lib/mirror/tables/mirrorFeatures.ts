import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'

/** The part of a dialect that finds tables. */
interface TableFinder {
  /** A query that selects the `name` of each existing table among the names in its parameter, a JSON array. */
  readonly findTables: string
}

/** A part of a mirror whose tables are created when it is first used. */
export type MirrorFeature = 'changes' | 'consents' | 'transfers' | 'recurring' | 'lineages'

/** The tables of each feature that have rows of users. */
const tableNames: Readonly<Record<MirrorFeature, ReadonlyArray<string>>> = {
  changes: ['changes'],
  consents: ['consents'],
  transfers: ['transfers', 'transfer_candidates', 'transfer_decisions', 'suspended_users'],
  recurring: ['recurring_streams', 'recurring_payments', 'recurring_events', 'recurring_decisions', 'suspended_users'],
  lineages: ['account_links', 'row_links'],
}

/**
 * The features whose tables each feature uses: transfers and recurring payments are computed by consumers of the change
 * log.
 */
export const usedFeatures: Readonly<Record<MirrorFeature, ReadonlyArray<MirrorFeature>>> = {
  changes: ['changes'],
  consents: ['consents'],
  transfers: ['changes', 'transfers'],
  recurring: ['changes', 'recurring'],
  lineages: ['lineages'],
}

export const mirrorFeatures = Object.keys(tableNames) as ReadonlyArray<MirrorFeature>

const allFeatureTables = Array.from(new Set(Object.values(tableNames).flat()))

/**
 * The tables of features that exist. Lock the user first: a transaction that writes a row of the user to a table that
 * is created later then waits until this one ends.
 */
export function* existingFeatureTables({ findTables }: TableFinder): Program<ReadonlySet<string>> {
  const rows = yield statement(findTables, toStorableJson(allFeatureTables))
  return new Set(rows.map(({ name }) => String(name)))
}

/** Whether a table exists. The tables of a feature exist once the feature was used. */
export function* tableExists(finder: TableFinder, name: string): Program<boolean> {
  return !allFeatureTables.includes(name) || (yield* existingFeatureTables(finder)).has(name)
}
