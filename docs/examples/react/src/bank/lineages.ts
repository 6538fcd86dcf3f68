import { acceptAccount, lineageOf, type Lineages, liveLineages } from 'rxbank/accounts'
import { concatMap, defer, distinct, ignoreElements, merge, mergeMap, type Observable, retry, share } from 'rxjs'
import type { BankUser } from './client'
import { decide, decisions$ } from './decisions'
import { rhythm } from './rhythm'

/** Stores each link that is found, so that it holds for the next page too. Never emits. */
const storeLinks = (lineages$: Observable<Lineages>): Observable<never> =>
  lineages$.pipe(
    mergeMap(({ links }) => links),
    distinct(({ id }) => id),
    concatMap((link) => defer(() => decide([acceptAccount(link)])).pipe(retry({ delay: rhythm.retry }))),
    ignoreElements(),
  )

/**
 * Which accounts are one account, although a bank was connected again or twice.
 *
 * - `trigger$`: emits when other accounts are listed.
 */
export const followLineages = (user: BankUser, trigger$: Observable<unknown>): Observable<Lineages> => {
  const lineages$ = liveLineages(user, { every: rhythm.lineages, trigger$, decisions$ }).pipe(share())
  return merge(lineages$, storeLinks(lineages$))
}

/** The account that now continues another one; an account that exists continues itself. */
export const currentAccount = ({ accounts }: Lineages, id: number): number => {
  const lineage = lineageOf({ accounts }, id)
  const current = accounts.find((account) => account.lineage === lineage && account.state === 'current')
  return current === undefined ? id : Number(current.id)
}

/** Whether an account is connected twice, and another one counts instead. */
export const isDuplicate = ({ accounts }: Lineages, id: number): boolean =>
  accounts.some((account) => account.id === String(id) && account.state === 'duplicate')
