import { operationNames } from '../../../../lib/adapters/devtools/tape/operationNames.js'
import { bridge2025 } from '../../../../lib/bridge.js'
import { documentedProfile } from '../../../../lib/index.js'

const names = operationNames([documentedProfile, bridge2025])

describe('operationNames', () => {
  it.each([
    ['GET', '/v2/banks?limit=5', 'banks.list'],
    ['GET', '/v2/stocks/updated', 'stocks.updated'],
    ['GET', '/v2/stocks/15', 'stocks.get'],
    ['GET', '/v2/items/15/refresh/status', 'items.refreshStatus'],
    ['POST', '/v2/authenticate', 'authenticate'],
    ['POST', '/v3/aggregation/authorization/token', 'authenticate'],
    ['GET', '/v3/aggregation/stocks?limit=5', 'stocks.list'],
    ['GET', '/v3/aggregation/stocks?since=2026-01-01T00:00:00Z', 'stocks.updated'],
    ['GET', '/v3/aggregation/transactions?account_id=5', 'accounts.transactions'],
    ['GET', '/v3/aggregation/transactions?account_id=5&since=x', 'accounts.transactions.updated'],
    ['GET', '/v2/ab/cd?x=1', 'GET /v2/ab/cd'],
    ['DELETE', '/v2/banks', 'DELETE /v2/banks'],
    ['GET', '/v2/stocksXupdated', 'GET /v2/stocksXupdated'],
  ])('names %s %s', (method, path, name) => {
    expect(names(method, new URL(path, 'https://tape.invalid')).name).toBe(name)
  })
})
