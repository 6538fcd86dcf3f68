import { EMPTY, from, NEVER, of } from 'rxjs'
import { stock } from '../../lib/codec.js'
import { connectStreams } from '../../lib/electron.js'
import {
  type ChangesConfig,
  type CheckpointStore,
  createClient,
  createGatewayClient,
  type ListRequest,
  type Stock,
} from '../../lib/index.js'
import { watcher } from '../../lib/node.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const credentials = { clientId: 'id', clientSecret: 'secret' }
const baseUrl = 'https://bank.example'
const store: CheckpointStore = { load: () => EMPTY, save: () => EMPTY }
const user = createClient({ profile: documentedProfile, baseUrl, ...credentials }).user({ externalUserId: 'A6J' })
const listUpdatedStocks = (): ListRequest<Stock> => ({
  operation: 'own.stocks',
  method: 'GET',
  path: '/v2/stocks/updated',
  access: 'user',
  resource: stock,
})
const atGateway = createGatewayClient({ profile: documentedProfile, gateway: 'https://app.example/api/bank' }).user()
const remote = connectStreams(NEVER).user()
const process = (): Promise<void> => Promise.resolve()

const asIterable = async function* (rows: ReadonlyArray<unknown>) {
  for (const row of rows) yield await Promise.resolve(row)
}

describe('the types of a watcher', () => {
  it('take a store with process, and process without a store', () => {
    const given: ReadonlyArray<ChangesConfig<Stock>> = [{ store, process }, { process }, {}, { key: 'mine' }]
    const streams = [
      user.stocks.watchUpdated({ store, process: ({ resources }) => from(resources) }),
      user.transactions.watchUpdated({ process: () => of(1), ...(given.length > 0 ? { store } : {}) }),
      user.changes(listUpdatedStocks, { store, process: ({ resources }) => Promise.all(resources.map(process)) }),
      watcher(user.stocks.watchUpdated, { store, process: ({ resources }) => from(resources.map(({ id }) => id)) })(
        of(1),
      ),
      ...given.map((config) => user.stocks.watchUpdated(config)),
    ]
    expect(streams).toEqual(Array(8).fill(expect.any(Object)))
  })

  it('refuse a store without process', () => {
    const streams = [
      // @ts-expect-error one of stocks
      user.stocks.watchUpdated({ store }),
      // @ts-expect-error of transactions
      user.transactions.watchUpdated({ store, key: 'mine' }),
      // @ts-expect-error of the transactions of an account
      user.accounts.transactions(1).watchUpdated({ store }),
      // @ts-expect-error of a list of one's own, of a user
      user.changes(listUpdatedStocks, { store }),
      // @ts-expect-error at a gateway
      atGateway.stocks.watchUpdated({ store }),
      // @ts-expect-error of a watcher that can be ended
      watcher(user.stocks.watchUpdated, { store }),
    ]
    expect(streams).toEqual([...Array(5).fill(expect.any(Object)), expect.any(Function)])
  })

  it('refuse what says nothing of when the work is done', () => {
    const streams = [
      // @ts-expect-error an array of Promises
      user.stocks.watchUpdated({ process: ({ resources }) => resources.map(process) }),
      // @ts-expect-error nothing at all
      user.stocks.watchUpdated({ store, process: () => undefined }),
      // @ts-expect-error a plain text
      user.changes(listUpdatedStocks, { process: () => 'saved' }),
      // @ts-expect-error a set of rows
      atGateway.stocks.watchUpdated({ process: ({ resources }) => new Set(resources) }),
      // @ts-expect-error an async iterable
      user.transactions.watchUpdated({ process: ({ resources }) => asIterable(resources) }),
      // @ts-expect-error a stream of bytes
      user.transactions.watchUpdated({ process: () => new ReadableStream() }),
      // @ts-expect-error a store that does not say when it has saved
      user.transactions.watchUpdated({ process, store: { ...store, save: () => [process()] } }),
    ]
    expect(streams).toEqual(Array(7).fill(expect.any(Object)))
  })

  it('refuse a store in a renderer, if the main process has it', () => {
    const streams = [
      // @ts-expect-error there is no store
      remote.stocks.watchUpdated({ store }),
      remote.transactions.watchUpdated({ process }),
    ]
    expect(streams).toEqual(Array(2).fill(expect.any(Object)))
  })
})
