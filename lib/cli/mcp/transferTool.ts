import { map, type Observable } from 'rxjs'
import type { LedgerEntry } from '../../ledger/toLedgerEntry.js'
import type { Transfer, TransferCandidate } from '../../ledger/transfers/Transfer.js'
import { bankText } from './bankText.js'
import { amountText, type Answer, type BankSource, type BankTool } from './checkedTool.js'
import { maxLedgerRows } from './ledgerRows.js'
import { maxAccounts, readTransfers } from './readTransfers.js'
import { accountField, dayField, inputSchema, pageFields, type PageInput, pagingNote, slicePage } from './toolInput.js'

interface TransferInput extends PageInput {
  readonly account?: string
  readonly from?: string
  readonly to?: string
  readonly certainty?: 'certain' | 'possible'
}

/** The tool that finds transfers between the user's own accounts. */
export const transferTool = (source: BankSource): BankTool => {
  const { showIbans } = source

  const entryOf = ({ id, account, date, minorUnits, currency, text, bankText: raw }: LedgerEntry) => ({
    id,
    account,
    date,
    amount: amountText(minorUnits, currency),
    currency,
    description: bankText(text === '' ? raw : text, showIbans),
  })

  const transferOf = (transfer: Transfer | TransferCandidate) => ({
    from: entryOf(transfer.from),
    to: entryOf(transfer.to),
    why: transfer.why,
    ...('doubts' in transfer && { doubts: transfer.doubts }),
  })

  const run = (input: TransferInput): Observable<Answer> => {
    const { account, from = '', to = '9999-12-31', certainty = 'certain' } = input
    const matchesInput = ({ from: outgoing, to: incoming }: Transfer): boolean =>
      (account === undefined || outgoing.account === account || incoming.account === account) &&
      outgoing.date >= from &&
      outgoing.date <= to
    return readTransfers(source).pipe(
      map(({ transfers, candidates, isTruncated }) => {
        const found: ReadonlyArray<Transfer> = certainty === 'certain' ? transfers : candidates
        const page = slicePage(found.filter(matchesInput).reverse(), input)
        return {
          transfers: page.rows.map(transferOf),
          next_offset: page.next_offset,
          is_truncated: isTruncated,
        }
      }),
    )
  }

  return {
    name: 'find_transfers',
    description: `Transfers between the user's own accounts, newest first: pairs of transactions that are neither spending nor \
income. An inference: "possible" ones need the user's decision. It compares the newest ${String(maxLedgerRows)} booked \
transactions, of ${String(maxAccounts)} accounts; is_truncated says whether there are more. ${pagingNote}`,
    inputSchema: inputSchema({
      account: accountField,
      from: dayField,
      to: dayField,
      certainty: { type: 'string', enum: ['certain', 'possible'], default: 'certain' },
      ...pageFields,
    }),
    run,
  }
}
