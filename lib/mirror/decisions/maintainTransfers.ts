import { defer, type Observable } from 'rxjs'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerEntry } from '../../ledger/toLedgerEntry.js'
import type { RowLink } from '../../ledger/transfers/Decisions.js'
import { matchTransfers } from '../../ledger/transfers/matchTransfers.js'
import type { Transfer, TransferCandidate, TransferMatches } from '../../ledger/transfers/Transfer.js'
import { transferFields } from '../../ledger/transfers/TransferConfig.js'
import type { TransferDecision } from '../../ledger/transfers/TransferDecision.js'
import { consumerName } from '../core/mirrorOptions.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { hasLinks } from '../lineages/accountLineages.js'
import { countedRows, type LineageIds, readLineageIds, readRowIds } from '../lineages/lineageRows.js'
import type { MaintainedTransfers, MaintainedUserSuspended, MaintainTransfersConfig } from './MaintainConfig.js'
import {
  areDecisionsCurrent,
  idsOf,
  type MaintainingMirror,
  maintainTables,
  settleDecisions,
  userPageSize,
} from './maintainTables.js'
import { type PresentRow, presentRows, replaceRows, type SeenRow } from './storedRowIds.js'
import { isNotSuspended } from './suspendedUsers.js'

const { days, evidence, feeShare, rateOf, rateTolerance, includePending, maxAlternatives } = transferFields

const configCodec = options(
  'options',
  {},
  {
    ...{ days, evidence, feeShare, rateOf, rateTolerance, includePending, maxAlternatives },
    name: consumerName,
    pollEvery: milliseconds(1),
    namesOf: functionCodec<NonNullable<MaintainTransfersConfig['namesOf']>>(
      'a function from a user to a list of names',
    ),
  },
)

/** What the transfers of a user are computed from. `decisionNumbers`: the numbers of all decisions. */
interface TransferInput {
  readonly rows: ReadonlyArray<PresentRow>
  readonly accounts: ReadonlyArray<PresentRow>
  readonly links: ReadonlyArray<RowLink>
  readonly decisions: ReadonlyArray<TransferDecision>
  readonly decisionNumbers: ReadonlyArray<string>
  readonly lineageOf: LineageIds['lineageOf']
}

function* readInput(dialect: SqlDialect, user: string): Program<TransferInput> {
  const { table } = dialect
  const decisions = yield statement(
    `SELECT CAST(number AS text) AS decision_number, decision, from_id, to_id
     FROM ${table('transfer_decisions')} WHERE user_id = $1 ORDER BY number`,
    user,
  )
  const links = yield statement(
    `SELECT id, pending_id FROM ${table('transactions')}
     WHERE user_id = $1 AND pending_id IS NOT NULL ORDER BY date, id`,
    user,
  )
  const isLinked = yield* hasLinks(dialect, user)
  const presentId = yield* readRowIds(dialect, user, isLinked)
  return {
    rows: yield* countedRows(dialect, user, isLinked),
    accounts: yield* presentRows(dialect, 'accounts', user),
    links: links.map(({ id, pending_id }) => ({ pending: String(pending_id), posted: String(id) })),
    decisions: decisions.map(({ decision, from_id, to_id }) => ({
      _tag: decision as TransferDecision['_tag'],
      from: presentId(String(from_id)),
      to: presentId(String(to_id)),
    })),
    decisionNumbers: idsOf(decisions, 'decision_number'),
    lineageOf: (yield* readLineageIds(dialect, user, isLinked)).lineageOf,
  }
}

const sideColumns = (
  side: 'from' | 'to',
  { id, account, date, minorUnits, currency }: LedgerEntry,
  lineageOf: LineageIds['lineageOf'],
) => ({
  [`${side}_id`]: id,
  [`${side}_account_id`]: account,
  [`${side}_lineage_id`]: lineageOf(account),
  [`${side}_date`]: date,
  [`${side}_minor_units`]: String(minorUnits),
  [`${side}_currency_code`]: currency,
})

const transferRow =
  (lineageOf: LineageIds['lineageOf']) =>
  ({ id, from, to, why }: Transfer): SeenRow => ({
    id,
    ...sideColumns('from', from, lineageOf),
    ...sideColumns('to', to, lineageOf),
    why: JSON.stringify(why),
  })

const candidateRow =
  (lineageOf: LineageIds['lineageOf']) =>
  ({ doubts, alternatives, ...pair }: TransferCandidate): SeenRow => ({
    ...transferRow(lineageOf)(pair),
    doubts: JSON.stringify(doubts),
    alternatives: JSON.stringify(alternatives),
  })

function* writeMatches(
  dialect: SqlDialect,
  user: string,
  { decisionNumbers, lineageOf }: TransferInput,
  { transfers, candidates }: TransferMatches,
): Program<MaintainedTransfers | undefined> {
  const transferChanges = yield* replaceRows(dialect, 'transfers', user, transfers.map(transferRow(lineageOf)))
  const candidateChanges = yield* replaceRows(
    dialect,
    'transfer_candidates',
    user,
    candidates.map(candidateRow(lineageOf)),
  )
  yield* settleDecisions(dialect, 'transfer_decisions', user, decisionNumbers)
  const changedIds = [...transferChanges.changedIds, ...candidateChanges.changedIds]
  const removedIds = [...transferChanges.removedIds, ...candidateChanges.removedIds].filter(
    (id) => !changedIds.includes(id),
  )
  return changedIds.length + removedIds.length === 0
    ? undefined
    : { _tag: 'TransfersUpdated', user, changedIds, removedIds }
}

function* usersWithDecisions(dialect: SqlDialect, name: string, after: string): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT DISTINCT user_id FROM ${dialect.table('transfer_decisions')}
     WHERE NOT is_applied AND user_id > $1 AND ${isNotSuspended(dialect, '$2')}
     ORDER BY user_id LIMIT ${String(userPageSize)}`,
    after,
    name,
  )
  return idsOf(rows, 'user_id')
}

/** Maintains the tables of transfers; see `maintainTransfers` of a mirror. */
export const maintainTransfers = (
  mirror: MaintainingMirror,
  config: MaintainTransfersConfig,
): Observable<MaintainedTransfers | MaintainedUserSuspended> =>
  defer(() => {
    const { dialect } = mirror
    const { name = 'rxbank.transfers', pollEvery = 10_000, namesOf, ...rule } = decodeOptions(configCodec, config)
    return maintainTables<TransferInput, TransferMatches, MaintainedTransfers>(mirror, {
      name,
      pollEvery,
      read: (user) => readInput(dialect, user),
      compute: (user, { rows, accounts, links, decisions }) =>
        matchTransfers(rows, {
          ...rule,
          accounts,
          links,
          decisions,
          ...(namesOf && { names: namesOf(user) }),
        }),
      isCurrent: (user, { decisionNumbers }) =>
        areDecisionsCurrent(dialect, 'transfer_decisions', user, decisionNumbers),
      write: (user, input, matches) => writeMatches(dialect, user, input, matches),
      dueUsers: (after) => usersWithDecisions(dialect, name, after),
    })
  })
