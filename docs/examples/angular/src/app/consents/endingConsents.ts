import { createGatewayClient, watchConsents } from 'rxbank'
import { bridge2025, type Bridge2025Resources } from 'rxbank/bridge'
import { map, type Observable, scan, shareReplay, startWith } from 'rxjs'
import { rhythm } from '../bank/rhythm'

/** A consent that ends soon, or has ended. */
export interface EndingConsent {
  readonly item: Bridge2025Resources['item']
  readonly endsAt: Date
  readonly hasEnded: boolean
}

/** The client of the gateway to the service as of 2025-01-15. */
const bank = createGatewayClient({
  gateway: `${location.origin}/api/consents`,
  environment: 'sandbox',
  profile: bridge2025,
})

/** The names of the providers, by their ids. */
export const providerNames = bank.banks.all({ limit: 500 }).pipe(
  scan((names, { id, name }) => new Map(names).set(id, name), new Map<number, string>() as ReadonlyMap<number, string>),
  shareReplay({ bufferSize: 1, refCount: true }),
)

/** The consents that end within a week or have ended, the first first; again when one ends or is renewed. */
export const endingConsents = (): Observable<ReadonlyArray<EndingConsent>> =>
  watchConsents(bank.user().items, { every: rhythm.changes }).pipe(
    scan((known, consent) => {
      const next = new Map(known)
      if (consent._tag === 'ending' || consent._tag === 'ended')
        next.set(consent.item.id, { ...consent, hasEnded: consent._tag === 'ended' })
      else next.delete(consent.item.id)
      return next
    }, new Map<number, EndingConsent>()),
    map((consents) => Array.from(consents.values()).sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime())),
    startWith([]),
  )
