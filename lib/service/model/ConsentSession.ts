/** The options of the connect session in which a user renews the consent for an item. */
export interface ConsentSession {
  readonly itemId: number
  /** The account types of the item; missing if they are not known. */
  readonly accountTypes?: 'payment' | 'all'
}

/** The options of the session for an item, with the item's account types if they are `payment` or `all`. */
export const consentSession = (itemId: number, types: unknown): ConsentSession =>
  types === 'payment' || types === 'all' ? { itemId, accountTypes: types } : { itemId }
