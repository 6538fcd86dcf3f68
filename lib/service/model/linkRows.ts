import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { MatchFields } from './MatchFields.js'
import { similarity, wordsOf } from './similarity.js'

/** The rule by which two rows are the same transaction; see {@link MatchPostedConfig}. */
export interface MatchRule {
  readonly days: number
  readonly tolerance: number
  readonly similarity: number
  readonly lineageOf: (accountId: number) => number | string
}

/** The two ids of one transaction: the id of the removed pending row, and the id of the posted row that replaced it. */
export interface PostedLink {
  readonly pending: number
  readonly posted: number
}

interface Candidate {
  readonly id: number
  readonly place: string
  readonly amount: number
  readonly day: number
  readonly round: number
  readonly words: ReadonlySet<string> | undefined
  readonly rawWords: ReadonlySet<string> | undefined
}

const words = (text: string | null | undefined): ReadonlySet<string> | undefined =>
  text === undefined || text === null ? undefined : wordsOf(text)

const toCandidate =
  ({ lineageOf }: MatchRule) =>
  ({ id, account, currency, amount, date, round, description, raw_description }: MatchFields): Candidate => ({
    id,
    place: `${String(lineageOf(account))} ${currency}`,
    amount,
    day: daysSinceEpoch(date),
    round,
    words: words(description),
    rawWords: words(raw_description),
  })

/**
 * The similarity of two descriptions, 0 to 1. It compares the cleaned descriptions or, without these, the bank's own.
 */
const descriptionSimilarity = (pending: Candidate, posted: Candidate): number => {
  if (pending.words && posted.words) return similarity(pending.words, posted.words)
  return pending.rawWords && posted.rawWords ? similarity(pending.rawWords, posted.rawWords) : 0
}

const fits =
  (rule: MatchRule) =>
  (pending: Candidate, posted: Candidate): boolean =>
    posted.round >= pending.round - 1 &&
    Math.sign(pending.amount) === Math.sign(posted.amount) &&
    Math.abs(pending.amount - posted.amount) <= rule.tolerance * Math.abs(pending.amount) &&
    Math.abs(pending.day - posted.day) <= rule.days &&
    descriptionSimilarity(pending, posted) >= rule.similarity

/** The only row that passes; `undefined` if no row or several rows do. */
const onlyMatch = (rows: ReadonlyArray<Candidate>, passes: (row: Candidate) => boolean): Candidate | undefined => {
  const first = rows.findIndex(passes)
  return rows.findIndex((row, index) => index > first && passes(row)) === -1 ? rows[first] : undefined
}

const byPlace = (rows: ReadonlyArray<Candidate>): ReadonlyMap<string, ReadonlyArray<Candidate>> => {
  const places = new Map<string, Array<Candidate>>()
  for (const row of rows) {
    const group = places.get(row.place)
    if (group) group.push(row)
    else places.set(row.place, [row])
  }
  return places
}

/** Links a removed row to an added row if each is the only match of the other; in ascending order of `pending`. */
export const linkRows = (
  removed: ReadonlyArray<MatchFields>,
  added: ReadonlyArray<MatchFields>,
  rule: MatchRule,
): ReadonlyArray<PostedLink> => {
  const isFit = fits(rule)
  const places = byPlace(added.map(toCandidate(rule)))
  const links: Array<PostedLink> = []
  for (const [place, pendingRows] of byPlace(removed.map(toCandidate(rule)))) {
    const candidates = places.get(place) ?? []
    for (const pending of pendingRows) {
      const posted = onlyMatch(candidates, (row) => isFit(pending, row))
      if (posted && onlyMatch(pendingRows, (row) => isFit(row, posted)))
        links.push({ pending: pending.id, posted: posted.id })
    }
  }
  return links.sort((a, b) => a.pending - b.pending)
}
