import { feedsOption } from '../../../lib/cli/fleet/fleetOptions.js'

describe('feeds as an option', () => {
  it('are names with commas between, in the order in which they are read', () => {
    expect(feedsOption('transactions,items')).toStrictEqual(['items', 'transactions'])
    expect(feedsOption('stocks')).toStrictEqual(['stocks'])
  })

  it.each(['', 'stock', 'stocks,', 'stocks,banks'])('are not %j', (text) => {
    expect(() => feedsOption(text)).toThrow('Expected some of items, accounts, stocks, transactions, refreshes')
  })
})
