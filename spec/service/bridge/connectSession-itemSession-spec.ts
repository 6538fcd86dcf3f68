import fc from 'fast-check'
import { connectSession, itemSession } from '../../../lib/bridge.js'

describe('itemSession', () => {
  it.each([0, -2, -3])('is none for an item that needs none: status %i', (status) => {
    expect(itemSession({ id: 7, status })).toBeUndefined()
  })

  it('is there for every other status, with the account types of the item', () => {
    const status = fc.integer().filter((n) => n !== 0 && n !== -2 && n !== -3)
    const types = fc.constantFrom('payment', 'all', 'some', '', null, undefined)
    fc.assert(
      fc.property(status, types, (n, account_types) => {
        const session = itemSession({ id: 7, status: n, account_types })
        const isKnown = account_types === 'payment' || account_types === 'all'
        expect(session).toStrictEqual(isKnown ? { itemId: 7, accountTypes: account_types } : { itemId: 7 })
        expect(session && connectSession(session).body).toMatchObject({ item_id: 7 })
      }),
    )
  })
})
