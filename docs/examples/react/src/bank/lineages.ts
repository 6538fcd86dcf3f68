import { acceptAccount, type AccountLink, lineageOf, type Lineages, liveLineages } from 'rxbank/accounts'
import { concatMap, defer, from, ignoreElements, merge, type Observable, retry, share, switchMap, tap } from 'rxjs'
import type { BankUser } from './client'
import { decide, decisions$ } from './decisions'
import { nextAttempt } from './persist'
import { rhythm } from './rhythm'

/**
 * Stores each link that is found, so that it holds for the next page too. Gives up what a person rejects meanwhile. Never
 * emits.
 */
const storeLinks = (lineages$: Observable<Lineages>): Observable<never> =>
  defer(() => {
    const stored = new Set<string>()
    const store = (link: AccountLink) =>
      defer(() => decide([acceptAccount(link)])).pipe(
        retry({ delay: nextAttempt }),
        tap(() => stored.add(link.id)),
      )
    return lineages$.pipe(
      switchMap(({ links }) => from(links.filter(({ id }) => !stored.has(id))).pipe(concatMap(store))),
      ignoreElements(),
    )
  })

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
