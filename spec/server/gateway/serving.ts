import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { firstValueFrom, ReplaySubject, type Subscription } from 'rxjs'
import { type Client, type ClientConfig, createClient } from '../../../lib/index.js'
import { createGateway, type CreateGatewayConfig, toNodeHandler } from '../../../lib/node.js'
import { createSandbox, type Sandbox, type SandboxConfig } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

/** What a browser got. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: {
    readonly type?: string
    readonly resources?: ReadonlyArray<{ readonly id: number }>
    readonly pagination?: { readonly previous_uri: string | null; readonly next_uri: string | null }
  }
}

/** What a page of the app sends: whatever of it is `null` is left out. */
export type Sent = Readonly<Record<string, string | null>>

/** A gateway to a sandbox, both on a real port, for the specs of one `describe`. */
export interface Serving {
  readonly sandbox: () => Sandbox
  readonly client: () => Client
  /** Where the gateway is: the app's origin. */
  readonly origin: () => string
  readonly serviceUrl: () => string
  /** Asks as a page of the app does; `headers` beside or instead of those that it sends. */
  readonly get: (path: string, headers?: Sent, signal?: AbortSignal) => Promise<Got>
  readonly user: (index: number) => Sandbox['users'][number]
  /** What `onError` was told. */
  readonly faults: () => ReadonlyArray<unknown>
}

/** The app's login: whoever comes with a cookie is the user that it names. */
export const byCookie = ({ headers }: Request): { readonly externalUserId: string } | null => {
  const externalUserId = /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]
  return externalUserId === undefined ? null : { externalUserId }
}

export const got = async (response: Response): Promise<Got> => {
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: JSON.parse(text) as Got['json'],
  }
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** Starts a sandbox and a gateway before each spec, and ends them after. */
export const serving = (
  gateway: Partial<CreateGatewayConfig> = {},
  config: { readonly sandbox?: SandboxConfig; readonly client?: Partial<ClientConfig> } = {},
): Serving => {
  let sandbox: Sandbox
  let client: Client
  let service: Subscription
  let server: Server
  let serviceUrl: string
  let origin: string
  let faults: Array<unknown>

  beforeEach(async () => {
    faults = []
    sandbox = createSandbox({ profile: documentedProfile, transactions: 120, banks: 60, ...config.sandbox })
    const urls = new ReplaySubject<string>(1)
    service = sandbox.listen().subscribe(urls)
    serviceUrl = await firstValueFrom(urls)
    client = createClient({ profile: documentedProfile, baseUrl: serviceUrl, ...sandbox.credentials, ...config.client })
    server = createServer(
      toNodeHandler(
        createGateway(client, {
          prefix: '/api/bank',
          authorize: byCookie,
          onError: (error) => faults.push(error),
          ...gateway,
        }),
      ),
    )
    origin = await listen(server)
  })

  afterEach(async () => {
    service.unsubscribe()
    await new Promise((closed) => {
      server.close(closed)
      server.closeAllConnections()
    })
  })

  return {
    sandbox: () => sandbox,
    client: () => client,
    origin: () => origin,
    serviceUrl: () => serviceUrl,
    faults: () => faults,
    user: (index) => sandbox.users[index] as Sandbox['users'][number],
    get: async (path, headers = {}, signal) => {
      const own: Sent = {
        'rxbank-gateway': 'interactive',
        'sec-fetch-site': 'same-origin',
        cookie: 'user=A6J',
        ...headers,
      }
      const sent = Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null)
      const init = { headers: Object.fromEntries(sent), ...(signal === undefined ? {} : { signal }) }
      return got(await fetch(`${origin}/api/bank${path}`, init))
    },
  }
}
