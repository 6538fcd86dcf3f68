import { type Consent, watchConsents } from 'rxbank'
import type { Bridge2025Item } from 'rxbank/bridge'
import { map, type Observable, scan, startWith } from 'rxjs'
import type { BankUser } from './client'
import { rhythm } from './rhythm'

/** A consent that ends within a week, or has ended. */
export type DueConsent = Exclude<Consent<Bridge2025Item>, { readonly _tag: 'renewed' }>

/** The consents to renew by the ids of their items: none at first, again whenever one comes near its end, ends or is renewed. */
export const dueConsents = (user: BankUser): Observable<ReadonlyMap<number, DueConsent>> =>
  watchConsents(user.items, { every: rhythm.consents }).pipe(
    scan((due, consent) => {
      const next = new Map(due)
      if (consent._tag === 'renewed') next.delete(consent.item.id)
      else next.set(consent.item.id, consent)
      return next
    }, new Map<number, DueConsent>()),
    startWith(new Map<number, DueConsent>()),
    map((due): ReadonlyMap<number, DueConsent> => due),
  )
