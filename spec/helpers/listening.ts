import { firstValueFrom, ReplaySubject, type Subscription } from 'rxjs'
import { type Client, type ClientConfig, createClient } from '../../lib/index.js'
import { createSandbox, type Sandbox, type SandboxConfig } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

/** A sandbox on a real port, for the specs of one `describe`, and clients of it. */
export interface Listening {
  readonly sandbox: () => Sandbox
  readonly url: () => string
  /** A client over the real transport; `config` goes before the sandbox's credentials. */
  readonly client: (config?: Partial<ClientConfig>) => Client
}

/** Starts a sandbox before each spec and ends it after; the specs run over real HTTP. `common` goes to every client. */
export const listening = (config: Partial<SandboxConfig> = {}, common: Partial<ClientConfig> = {}): Listening => {
  let sandbox: Sandbox
  let url: string
  let server: Subscription

  beforeEach(async () => {
    sandbox = createSandbox({ profile: documentedProfile, transactions: 300, banks: 120, ...config })
    const urls = new ReplaySubject<string>(1)
    server = sandbox.listen().subscribe(urls)
    url = await firstValueFrom(urls)
  })

  afterEach(() => {
    server.unsubscribe()
  })

  return {
    sandbox: () => sandbox,
    url: () => url,
    client: (own = {}) =>
      createClient({ profile: documentedProfile, baseUrl: url, ...sandbox.credentials, ...common, ...own }),
  }
}
