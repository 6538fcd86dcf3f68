import * as t from 'io-ts'
import { NEVER, type Observable, of } from 'rxjs'
import type { RxBankClient } from '../../lib/angular.js'
import { bridge2018, type Bridge2018Resources, bridge2021, type Bridge2021Resources } from '../../lib/bridge.js'
import { connectStreams, exposeStreams, type RemoteClient } from '../../lib/electron.js'
import { type Client, createClient, createGatewayClient, type GatewayClient } from '../../lib/index.js'
import { page } from '../helpers/responses.js'

const http = () => of(page([]))
const credentials = { clientId: 'id', clientSecret: 'secret' }
const config = { profile: bridge2021, ...credentials, http }
const gatewayConfig = { gateway: 'https://app.example/api/bank', profile: bridge2021, http }
const userUuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'

describe('the types of a client', () => {
  it('are those of its profile', () => {
    const client: Client<Bridge2021Resources> = createClient(config)
    const other: Client<Bridge2018Resources> = createClient({ profile: bridge2018, ...credentials, http })
    const { transactions, accounts } = createClient(config).user({ userUuid })
    const rows: Observable<Bridge2021Resources['transaction']> = transactions.all()
    const ofAccount: Omit<typeof transactions, 'get'> = accounts.transactions(1)
    // @ts-expect-error rows are not of another profile, and not of any type
    const wrong: Observable<Bridge2018Resources['transaction']> = transactions.all()
    expect([client, other, rows, ofAccount, wrong]).toEqual(Array(5).fill(expect.any(Object)))
  })

  it('are those of its codecs before those of its profile', () => {
    const item = t.type({ own: t.number })
    const { items, accounts } = createClient({ ...config, codecs: { item } }).user({ externalUserId: 'A6J' })
    const own: Observable<{ own: number }> = items.get(1)
    const ofProfile: Observable<Bridge2021Resources['account']> = accounts.all()
    // @ts-expect-error an item is what its codec gives
    const wrong: Observable<Bridge2021Resources['item']> = items.get(1)
    expect([own, ofProfile, wrong]).toEqual(Array(3).fill(expect.any(Object)))
  })

  it('are those of its profile at a gateway, which refreshes items and deletes none', () => {
    const client: GatewayClient<Bridge2021Resources> = createGatewayClient(gatewayConfig)
    const { items } = client.user()
    // @ts-expect-error what it has is not for the app to use
    expect(typeof items.delete).toBe('function')
    expect(typeof items.refresh).toBe('function')
  })

  it('are those of its profile in an app of Angular', () => {
    const client: RxBankClient<typeof config> = createClient(config)
    const same: Client<Bridge2021Resources> = client
    const gateway: RxBankClient<typeof gatewayConfig> = createGatewayClient(gatewayConfig)
    const sameGateway: GatewayClient<Bridge2021Resources> = gateway
    // @ts-expect-error a client of another profile is another
    const wrong: Client<Bridge2018Resources> = client
    expect([same, sameGateway, wrong]).toEqual([client, gateway, client])
  })

  it('are those of its profile in a renderer', () => {
    expect(exposeStreams(createClient(config), { user: { userUuid } })).toHaveProperty('listen')
    const remote: RemoteClient<Bridge2021Resources> = connectStreams<Bridge2021Resources>(NEVER)
    const rows: Observable<Bridge2021Resources['transaction']> = remote.user().accounts.transactions(1).all()
    // @ts-expect-error rows are not of another profile
    const wrong: Observable<Bridge2018Resources['transaction']> = remote.user().transactions.all()
    expect([rows, wrong]).toEqual(Array(2).fill(expect.any(Object)))
  })
})
