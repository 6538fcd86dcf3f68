import type { AccountDecision } from 'rxbank/accounts'
import { defer, merge, type Observable, retry, scan, Subject } from 'rxjs'
import { pageUser } from './client'
import { nextAttempt } from './persist'

const fetchDecisions = async (request: RequestInit = {}): Promise<ReadonlyArray<AccountDecision>> => {
  const headers = { 'Content-Type': 'application/json', ...pageUser }
  const answer = await fetch('/api/decisions', { ...request, headers })
  if (!answer.ok) throw new Error(`the server answered ${String(answer.status)}`)
  return (await answer.json()) as ReadonlyArray<AccountDecision>
}

const added$ = new Subject<ReadonlyArray<AccountDecision>>()

/** Stores decisions about accounts on the server. Rejects if it cannot. */
export const decide = async (decisions: ReadonlyArray<AccountDecision>): Promise<void> => {
  added$.next(await fetchDecisions({ method: 'POST', body: JSON.stringify(decisions) }))
}

/** All decisions of the person, and all again after each new one. */
export const decisions$: Observable<ReadonlyArray<AccountDecision>> = merge(
  defer(() => fetchDecisions()).pipe(retry({ delay: nextAttempt })),
  added$,
).pipe(scan((all, read) => (read.length < all.length ? all : read))) // a shorter list was sent earlier
