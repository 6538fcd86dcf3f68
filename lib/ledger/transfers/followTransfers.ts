import { concatMap, defer, from, type Observable } from 'rxjs'
import { object } from '../../base/codec/object.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { type EntryChange, isEntryChange } from '../EntryChange.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import type { RowLink } from './Decisions.js'
import type { Transfer, TransferCandidate } from './Transfer.js'
import { isCandidate, type MatchChange, TransferBook, type TransferMatch } from './TransferBook.js'
import { type TransferConfig, transferFields, transferRule } from './TransferConfig.js'
import { type TransferDecision, transferDecision } from './TransferDecision.js'

/**
 * A change to the data of one person: a row is added, changed or removed, the person decides about two rows, or a
 * pending row is posted under another id. A row may also be JSON with unknown fields, as in the change log of a mirror.
 */
export type LedgerChange = EntryChange<LedgerRow | Readonly<Record<string, unknown>>> | TransferDecision | RowLink

/**
 * A change that a batch makes to the transfers of one person.
 *
 * - `TransferFound`, `TransferChanged`: `transfer` is the transfer as it is now.
 * - `TransferGone`: its two rows are no longer a transfer.
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

/** The events of a batch: first the removed matches, then the found and changed ones. */
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
 * Follows the transfers of one person: the result of {@link matchTransfers}, as it changes with the rows.
 *
 * The source emits batches of changed rows, decisions of the person, and links from pending rows to posted ones. It
 * first has to emit all rows of the person as `Added`, and the stored decisions and links. After each batch,
 * `followTransfers` emits the differences between the previous result of `matchTransfers` and the new one. So the final
 * result depends neither on the order of rows nor on the size of batches. Removing a row undoes its effects; a decision
 * about it stays, and applies again if the row comes back.
 *
 * The stream is cold: each subscription has its own rows. It completes and errors with the source. Unsubscribing
 * unsubscribes from the source. Throws a `ConfigError` for wrong options, and errors with one if a batch contains
 * anything other than changes.
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
