/** The options of the connect session in which a user renews the consent for an item. */
export interface ConsentSession {
  readonly itemId: number
  /** The account types of the item; missing if no answer had them. */
  readonly accountTypes?: 'payment' | 'all'
}

/** The session for an item, with the item's account types if they are known ones. */
export const consentSession = (itemId: number, types: unknown): ConsentSession =>
  types === 'payment' || types === 'all' ? { itemId, accountTypes: types } : { itemId }
