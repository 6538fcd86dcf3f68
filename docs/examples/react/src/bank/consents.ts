import { type Consent, watchConsents } from 'rxbank'
import type { Bridge2025Item } from 'rxbank/bridge'
import { map, type Observable, scan, startWith } from 'rxjs'
import type { BankUser } from './client'
import { stateOf } from './itemStates'
import { rhythm } from './rhythm'

/** A consent that ends within a week, or has ended. */
export type DueConsent = Extract<Consent<Bridge2025Item>, { readonly _tag: 'ending' | 'ended' }>

/** The consents to renew by the ids of their items: none at first, again whenever one comes near its end, ends or is renewed. */
export const dueConsents = (user: BankUser): Observable<ReadonlyMap<number, DueConsent>> =>
  watchConsents(user.items, { every: rhythm.consents }).pipe(
    scan((due, consent) => {
      const next = new Map(due)
      if (consent._tag === 'ending' || consent._tag === 'ended') next.set(consent.item.id, consent)
      else next.delete(consent.item.id)
      return next
    }, new Map<number, DueConsent>()),
    startWith(new Map<number, DueConsent>()),
    map((due): ReadonlyMap<number, DueConsent> => due),
  )

/** Whether a consent is known to be renewed before its watcher notices: its item is read anew, or has a later end. */
const isRenewed = (item: Bridge2025Item, { endsAt }: DueConsent): boolean =>
  stateOf(item) === 'wait' ||
  (item.authentication_expires_at instanceof Date && item.authentication_expires_at > endsAt)

/** The consents to renew, without those that a user has just renewed, and those of banks that were removed. */
export const withoutSettled = (
  due: ReadonlyMap<number, DueConsent>,
  items: ReadonlyArray<Bridge2025Item>,
): ReadonlyMap<number, DueConsent> => {
  const byId = new Map(items.map((item) => [item.id, item]))
  return new Map(
    Array.from(due).filter(([id, consent]) => {
      const item = byId.get(id)
      return item !== undefined && !isRenewed(item, consent)
    }),
  )
}
