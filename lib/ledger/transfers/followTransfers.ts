import { concatMap, defer, from, type Observable } from 'rxjs'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { EntryChange } from '../EntryChange.js'
import { isEntryChange } from '../isEntryChange.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import type { RowLink } from './Decisions.js'
import type { Transfer, TransferCandidate } from './Transfer.js'
import { isCandidate, type MatchChange, TransferBook, type TransferMatch } from './TransferBook.js'
import { type TransferConfig, transferFields, transferRule } from './TransferConfig.js'
import { type TransferDecision, transferDecision } from './TransferDecision.js'

/**
 * What happens in the books of one person: a row is added, changed, removed, decided about, or posted under another id. A row
 * may also be JSON of which nothing is known, as in the change log of a mirror.
 */
export type LedgerChange = EntryChange<LedgerRow | Readonly<Record<string, unknown>>> | TransferDecision | RowLink

/**
 * What a batch changes among the transfers of one person.
 *
 * - `TransferFound`, `TransferChanged`: `transfer` has its present state.
 * - `TransferGone`: its two rows are not a transfer any more.
 * - `CandidateFound`, `CandidateChanged`, `CandidateGone`: the same, for two rows about which a person decides.
 */
export type TransferEvent =
  | { readonly _tag: 'TransferFound' | 'TransferChanged'; readonly transfer: Transfer }
  | { readonly _tag: 'CandidateFound' | 'CandidateChanged'; readonly candidate: TransferCandidate }
  | { readonly _tag: 'TransferGone' | 'CandidateGone'; readonly id: string }

const configCodec = /* @__PURE__ */ options('options', {}, transferFields)

const goneEvent = (id: string, match: TransferMatch): TransferEvent => ({
  _tag: isCandidate(match) ? 'CandidateGone' : 'TransferGone',
  id,
})

const presentEvent = (match: TransferMatch, isNew: boolean): TransferEvent =>
  isCandidate(match)
    ? { _tag: isNew ? 'CandidateFound' : 'CandidateChanged', candidate: match }
    : { _tag: isNew ? 'TransferFound' : 'TransferChanged', transfer: match }

const isSameKind = ({ before, after }: MatchChange): boolean =>
  before !== undefined && after !== undefined && isCandidate(before) === isCandidate(after)

/** The events of a batch: first what is gone, then what is there. */
const toEvents = (changes: ReadonlyArray<MatchChange>): ReadonlyArray<TransferEvent> => [
  ...changes.flatMap((change) => (change.before && !isSameKind(change) ? [goneEvent(change.id, change.before)] : [])),
  ...changes.flatMap((change) => (change.after ? [presentEvent(change.after, !isSameKind(change))] : [])),
]

const expectedChange =
  'batches of changes of rows (Added, Changed and Removed), decisions, and links; leave out other changes, such as Erased'

const isRowId = (u: unknown): boolean => typeof u === 'string' || typeof u === 'number'

const isLink = (change: LedgerChange): change is RowLink =>
  'pending' in change && isRowId(change.pending) && isRowId(change.posted)

const applyChange = (book: TransferBook, change: LedgerChange): void => {
  if (isEntryChange(change)) {
    if (change._tag === 'Removed') book.remove(change.id)
    else book.put(change.id, change.row)
  } else if (transferDecision.is(change)) book.decide(change)
  else if (object.is(change) && isLink(change)) book.link(change)
  else throw wrongOption('/changes$', expectedChange)
}

/**
 * Follows the transfers of one person: what {@link matchTransfers} finds, as it changes with the rows.
 *
 * The source emits batches: changed rows, decisions of the person, and links of pending rows to posted ones. All rows of the
 * person have to come as `Added` at first, and stored decisions and links too. After each batch come the events that lead
 * from the previous result of `matchTransfers` to the one for the rows that are there now, so neither the order of rows nor
 * the size of batches matters for what is found in the end. A row that is removed undoes what it did; a decision stays, and
 * holds again if the row comes back.
 *
 * The stream is cold: each subscription has its own rows. It completes and fails with the source. Unsubscribing unsubscribes
 * from the source. Throws a `ConfigError` for wrong options, and fails with one if a batch has something else than changes.
 *
 * @example
 * import { followTransfers, type LedgerChange } from 'rxbank/transfers'
 * import { from } from 'rxjs'
 *
 * const row = { id: 7, account_id: 1, amount: -50, currency_code: 'EUR', date: '2026-03-06' }
 * const other = { ...row, id: 12, account_id: 2, amount: 50 }
 * const batches: Array<Array<LedgerChange>> = [
 *   [{ _tag: 'Added', id: '7', row }],
 *   [{ _tag: 'Added', id: '12', row: other }],
 *   [{ _tag: 'Removed', id: '7' }],
 * ]
 * const log: Array<string> = []
 * followTransfers(from(batches)).subscribe(({ _tag }) => log.push(_tag))
 * assert.deepStrictEqual(log, ['TransferFound', 'TransferGone'])
 */
export const followTransfers = (
  changes$: Observable<ReadonlyArray<LedgerChange>>,
  config: TransferConfig = {},
): Observable<TransferEvent> => {
  const rule = transferRule(decodeOptions(configCodec, config))
  return defer(() => {
    const book = new TransferBook(rule)
    return changes$.pipe(
      concatMap((batch) => {
        for (const change of batch) applyChange(book, change)
        return from(toEvents(book.settle()))
      }),
    )
  })
}
