import type { RequestListener } from 'node:http'
// Compiled against the installed package with the types of Node, never run: what the declarations for Node must say.
import { documentedProfile } from 'rxbank'
import { type CheckpointStore, createClient, type Http } from 'rxbank'
import {
  type CheckpointError,
  createGateway,
  fileCheckpointStore,
  memoryCheckpointStore,
  runGracefully,
  toNodeHandler,
  watcher,
} from 'rxbank/node'
import { undiciTransport } from 'rxbank/undici'
import { map, type Observable } from 'rxjs'

export const stores: ReadonlyArray<CheckpointStore> = [fileCheckpointStore('at.json'), memoryCheckpointStore()]
export const saved$: Observable<never> = fileCheckpointStore('at.json').save('stocks', {
  format: 1,
  list: '/v2/stocks/updated',
  position: null,
  rows: [],
})
export const reason = (error: CheckpointError): 'corrupt' | 'foreign' | 'locked' | 'unavailable' => error.reason

const client = createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  clientId: 'id',
  clientSecret: 'secret',
})

export const gateway: (request: Request) => Promise<Response> = createGateway(client, { authorize: () => null })
export const listener: RequestListener = toNodeHandler(gateway)

const { watchUpdated } = client.user({ externalUserId: 'A6J' }).transactions
export const ids$: Observable<number> = runGracefully([(stop$) => watcher(watchUpdated)(stop$).pipe(map(() => 1))])

export const http: Http = undiciTransport({ connections: 8 })
