import fc from 'fast-check'
import type { LedgerRow } from '../../lib/ledger/toLedgerEntry.js'
import type { LedgerChange, TransferEvent } from '../../lib/ledger/transfers/followTransfers.js'
import type { Transfer, TransferCandidate, TransferMatches } from '../../lib/ledger/transfers/Transfer.js'

type Fields = Partial<LedgerRow>

/** 50.00 euros that left account 1 on a Monday. */
export const left = (id: number | string, fields: Fields = {}): LedgerRow => ({
  id,
  account_id: 1,
  amount: -50,
  currency_code: 'EUR',
  date: '2026-03-02',
  ...fields,
})

/** The same amount that arrived on account 2. */
export const arrived = (id: number | string, fields: Fields = {}): LedgerRow =>
  left(id, { account_id: 2, amount: 50, ...fields })

export const added = (row: LedgerRow): LedgerChange => ({ _tag: 'Added', id: String(row.id), row })

export const changed = (row: LedgerRow): LedgerChange => ({ _tag: 'Changed', id: String(row.id), row })

export const removed = (id: number | string): LedgerChange => ({ _tag: 'Removed', id: String(id) })

/** Two of three accounts, with which texts and amounts of {@link likelyRow} agree and disagree. */
export const likelyConfig = {
  accounts: [
    { id: 1, iban: 'FR7630006000011234567890189', name: 'Compte joint' },
    { id: 2, iban: 'DE89370400440532013000', name: 'Livret A' },
    { id: 3, name: 'PEL' },
  ],
  feeShare: 0.05,
  rateOf: (from: string, to: string) => (from === 'EUR' ? 2 : to === 'EUR' ? 0.5 : undefined),
  rateTolerance: 0.05,
  maxAlternatives: 3,
}

const likelyId = fc.integer({ min: 1, max: 9 })

/** Rows of few accounts, amounts, days and texts, so that many can be matched, in several ways. */
export const likelyRow = (id: fc.Arbitrary<number>): fc.Arbitrary<LedgerRow> =>
  fc.record({
    id,
    account_id: fc.constantFrom(1, 2, 3),
    amount: fc.constantFrom(-50, -50, 50, 50, 100, -51, 0),
    currency_code: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
    date: fc.integer({ min: 1, max: 12 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
    clean_description: fc.constantFrom('', '', 'VIR', 'Livret A', 'PEL', 'DE89370400440532013000', 'ACHAT', null),
    future: fc.boolean().map((future) => future && undefined),
    deleted: fc.constantFrom(false, false, false, true),
  })

const likelyDecision = fc.record({
  _tag: fc.constantFrom('Accepted' as const, 'Rejected' as const, 'Withdrawn' as const),
  from: likelyId.map(String),
  to: likelyId.map(String),
})

/** What may happen to the rows of one person. */
export const likelyChange: fc.Arbitrary<LedgerChange> = fc.oneof(
  { weight: 8, arbitrary: likelyRow(likelyId).map(added) },
  { weight: 2, arbitrary: likelyRow(likelyId).map(changed) },
  { weight: 3, arbitrary: likelyId.map(removed) },
  { weight: 2, arbitrary: likelyDecision },
  { weight: 1, arbitrary: fc.record({ pending: likelyId, posted: likelyId }) },
)

/** What is found, by id: the state that a consumer of events keeps. */
export type FoundById = ReadonlyMap<string, Transfer | TransferCandidate>

/** The state after an event. Throws where the event does not fit the state. */
export const applyEvent = (state: FoundById, event: TransferEvent): FoundById => {
  const next = new Map(state)
  const match = 'transfer' in event ? event.transfer : 'candidate' in event ? event.candidate : undefined
  const id = match?.id ?? ('id' in event ? event.id : '')
  if (event._tag.endsWith('Found') === state.has(id)) throw new Error(`${event._tag} does not fit ${id}`)
  if (match) next.set(id, match)
  else next.delete(id)
  return next
}

/** The result of {@link matchTransfers} in the form of {@link FoundById}. */
export const foundById = ({ transfers, candidates }: TransferMatches): FoundById =>
  new Map([...transfers, ...candidates].map((match) => [match.id, match]))
