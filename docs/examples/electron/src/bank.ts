import { type Client, type ClientConfig, createClient, documentedProfile, type Identity, systemClock } from 'rxbank'
import { createSandbox, type Sandbox } from 'rxbank/sandbox'
import { interval, type Observable, tap } from 'rxjs'

/** The client of the main process, and whose data it shows. */
export interface Bank {
  readonly client: Client
  readonly user: Identity
  /** Where there is no service but the sandbox: something goes on there while it is subscribed to. */
  readonly life$?: Observable<unknown>
  readonly sandbox?: Sandbox
}

/** What Electron has for a client: see main.ts. */
type Platform = Pick<ClientConfig, 'active$' | 'clock' | 'http'>

/** A bank in this process: refreshes begin, and transactions come in. */
const sandboxBank = ({ active$, clock = systemClock }: Platform): Bank => {
  const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 500, stocks: 8 })
  const [user] = sandbox.users
  if (user === undefined) throw new Error('the sandbox has no user')
  const { credentials, http } = sandbox
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    ...(active$ === undefined ? {} : { active$ }),
  })
  const life$ = interval(20_000, clock.scheduler).pipe(
    tap((round) => {
      const item = user.itemIds[round % user.itemIds.length]
      if (item !== undefined) sandbox.refresh(item)
      sandbox.insertTransactions(user.uuid, 1)
    }),
  )
  return { client, user: { externalUserId: user.externalUserId }, life$, sandbox }
}

/** The service that the environment names, as `rxbank` on the command line takes it. */
const serviceBank = (platform: Platform, env: NodeJS.ProcessEnv, baseUrl: string): Bank => {
  const { RXBANK_CLIENT_ID = '', RXBANK_CLIENT_SECRET = '', RXBANK_EXTERNAL_USER_ID = '' } = env
  const client = createClient({
    profile: documentedProfile,
    ...platform,
    baseUrl,
    clientId: RXBANK_CLIENT_ID,
    clientSecret: RXBANK_CLIENT_SECRET,
  })
  return { client, user: { externalUserId: RXBANK_EXTERNAL_USER_ID } }
}

/** The service at `RXBANK_BASE_URL`, or the sandbox. */
export const openBank = (platform: Platform, env: NodeJS.ProcessEnv = process.env): Bank =>
  env.RXBANK_BASE_URL === undefined ? sandboxBank(platform) : serviceBank(platform, env, env.RXBANK_BASE_URL)
