import { firstValueFrom } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createGatewayClient, liveFeed, type ServiceProfile } from '../../../lib/index.js'
import { serving } from '../../server/gateway/serving.js'

describe('liveFeed through a gateway', () => {
  const { sandbox, origin } = serving(
    { authorize: () => ({ externalUserId: 'A6J' }) },
    {
      sandbox: { profile: bridge2025, transactions: 20_000, enforceLimits: true },
      client: { profile: bridge2025 as unknown as ServiceProfile },
    },
  )

  it('needs a request a reload, also for the tenth within a minute, whatever the number of rows', async () => {
    for (let reload = 0; reload < 10; reload++) {
      const { transactions } = createGatewayClient({ gateway: `${origin()}/api/bank`, profile: bridge2025 }).user()
      const { rows, hasMore, status } = await firstValueFrom(liveFeed(transactions))
      expect([rows.length, hasMore, status]).toEqual([50, true, 'live'])
    }
    const routes = sandbox()
      .journal.entries()
      .map(({ route, status }) => `${route} ${String(status)}`)
    expect(routes).toEqual(['authenticate 200', ...Array<string>(10).fill('transactions 200')])
  })
})
