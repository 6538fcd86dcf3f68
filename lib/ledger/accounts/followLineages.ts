import { accountId } from '../../service/model/MatchFields.js'
import { groupBy } from '../groupBy.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { acceptAccount, type AccountDecision, type AccountPair } from './AccountDecision.js'
import { AccountDecisions } from './AccountDecisions.js'
import type { AccountLink } from './AccountLink.js'
import { areGrouped, groupAccounts } from './groupAccounts.js'
import type { LineageAccount, Lineages } from './Lineages.js'
import { matchAccounts } from './matchAccounts.js'
import type { RelinkedAccount } from './RelinkedAccount.js'

/** What was read at one time: all accounts of a person, and rows of them. */
export interface AccountsReading {
  readonly accounts: ReadonlyArray<RelinkedAccount>
  readonly rows: ReadonlyArray<LedgerRow>
}

/** An account, its last rows that were read, and the numbers of the first and the last reading that had it. */
interface KnownAccount {
  readonly account: RelinkedAccount
  readonly rows: ReadonlyArray<LedgerRow>
  readonly first: number
  readonly last: number
}

type KnownAccounts = ReadonlyMap<string, KnownAccount>

/**
 * What is known after a reading.
 *
 * - `reading`: its number.
 * - `pairs`: all pairs of accounts that were found to be one; `links`: those of which one account is gone.
 */
export interface LineageState {
  readonly reading: number
  readonly known: KnownAccounts
  readonly pairs: ReadonlyArray<AccountLink>
  readonly links: ReadonlyArray<AccountLink>
  readonly lineages: Lineages
}

/** What is known before the first reading. */
export const noLineages: LineageState = {
  reading: 0,
  known: new Map(),
  pairs: [],
  links: [],
  lineages: { accounts: [], links: [], duplicates: [], candidates: [] },
}

/** The accounts with those of a reading. An account that was removed between its two requests keeps its rows. */
const recordAccounts = (known: KnownAccounts, { accounts, rows }: AccountsReading, reading: number): KnownAccounts => {
  const rowsById = groupBy(rows, (row) => String(accountId(row)))
  const read = accounts.map((account): readonly [string, KnownAccount] => {
    const id = String(account.id)
    const earlier = known.get(id)
    return [
      id,
      { account, rows: rowsById.get(id) ?? earlier?.rows ?? [], first: earlier?.first ?? reading, last: reading },
    ]
  })
  return new Map([...known, ...read])
}

const isSamePair = (one: AccountPair, other: AccountPair): boolean =>
  (one.from === other.from && one.to === other.to) || (one.from === other.to && one.to === other.from)

/**
 * Finds the lineages after a reading, with all decisions of the person, oldest first. What was found is held, as if a person
 * had accepted it, until a person decides otherwise.
 */
export const followLineages = (
  state: LineageState,
  read: AccountsReading,
  decisions: ReadonlyArray<AccountDecision>,
): LineageState => {
  const reading = state.reading + 1
  const known = recordAccounts(state.known, read, reading)
  const isListed = (id: string): boolean => known.get(id)?.last === reading

  const decided = new AccountDecisions(decisions)
  const accepted = decided.accepted()
  /** Whether a pair was not rejected, still is accepted if it was, and no other one of its accounts is accepted instead. */
  const isHeld = ({ from, to, evidence }: AccountLink): boolean => {
    const tag = decided.tagOf(from, to)
    const isDecided = tag === 'Accepted' || (tag === undefined && !evidence.includes('accepted'))
    return isDecided && !accepted.some((other) => (other.from === from) !== (other.to === to))
  }
  const undisputed = state.pairs.filter(isHeld)
  const rejected = groupAccounts([], [...undisputed, ...accepted]).filter((ids) => decided.hasRejected(ids))
  // What was found does not make two accounts one that a person rejected.
  const held = undisputed.filter(
    ({ from, to }) => decided.tagOf(from, to) === 'Accepted' || !areGrouped(rejected, from, to),
  )
  const links = state.links.filter((link) => held.some((pair) => isSamePair(pair, link)) && !isListed(link.from))

  const continued = new Set(links.map(({ from }) => from))
  const groups = groupAccounts([], held)
  const hasLink = (id: string): boolean =>
    groups.some((group) => group.has(id) && links.some(({ to }) => isListed(to) && group.has(to)))
  const accounts = Array.from(known)
  // One link is enough to continue the lineage of several duplicates that are gone.
  const gone = accounts.filter(
    ([id, { last }]) => !isListed(id) && !continued.has(id) && (last === state.reading || !hasLink(id)),
  )
  const lastOfGone = Math.max(...gone.map(([, { last }]) => last))
  // An account that was listed beside one that is gone existed before.
  const beside = accounts.filter(([id, { first }]) => isListed(id) && first <= lastOfGone)
  const matches = matchAccounts({
    before: [...gone, ...beside].map(([, { account }]) => account),
    after: read.accounts,
    rowsOf: (id) => known.get(String(id))?.rows ?? [],
    decisions: [...held.map(acceptAccount), ...decided.all()],
  })

  /** A pair with the evidence with which it was found. */
  const withEvidence = (link: AccountLink): AccountLink => {
    const { evidence, rows } = held.find((pair) => isSamePair(pair, link)) ?? link
    return { ...link, evidence, rows }
  }
  const allLinks = [...links, ...matches.links.map(withEvidence)]
  const duplicates = matches.duplicates.map(withEvidence)
  const found = [...allLinks, ...duplicates].filter((link) => !held.some((pair) => isSamePair(pair, link)))
  const pairs = [...held, ...found]

  // Of accounts that were never listed here, such as one before a restart, decisions say what they are.
  const earlier = accepted.filter(({ from, to }) => !known.has(from) || !known.has(to))
  const lineageAccounts = groupAccounts(known.keys(), [...pairs, ...earlier]).flatMap(
    (group): ReadonlyArray<LineageAccount> => {
      const inOrder = Array.from(group)
      const [lineage = ''] = inOrder
      const current = inOrder.find(isListed)
      return inOrder.map((id) => ({
        id,
        lineage,
        state: id === current ? 'current' : isListed(id) ? 'duplicate' : 'gone',
      }))
    },
  )
  return {
    reading,
    known,
    pairs,
    links: allLinks,
    lineages: { accounts: lineageAccounts, links: allLinks, duplicates, candidates: matches.candidates },
  }
}
