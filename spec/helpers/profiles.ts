import { map, type Observable } from 'rxjs'
import { bridge2018, bridge2021, bridge2025, connectSession } from '../../lib/bridge.js'
import {
  type Client,
  type ClientConfig,
  type ClientEvent,
  createClient,
  createVirtualClock,
  documentedProfile,
  type Identity,
  type Resources,
  type ServiceProfile,
  type UserClient,
  type VirtualClock,
} from '../../lib/index.js'
import { createSandbox, dialect2025, type Sandbox, type SandboxConfig, type SandboxUser } from '../../lib/sandbox.js'

/** A row of whatever profile, looked into. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** A profile, and what specs must know to ask in its way. */
export interface ProfileUnderTest {
  readonly name: string
  readonly profile: ServiceProfile
  readonly identityOf: (user: SandboxUser) => Identity
  /** Where the service is, for a profile that does not say. */
  readonly config: Pick<ClientConfig, 'profile' | 'baseUrl'>
  /** Whether the profile has the operations that the documented API does not have. */
  readonly hasMore: boolean
  /** Whether users are known by email and password alone. */
  readonly byEmail: boolean
  /** Whether references are hashes, and lists nested as in the earlier API versions. */
  readonly isEarlier: boolean
  /** Whether it is the API version with `/v3`, which nobody refreshes by request, and which has no bank form and no way back. */
  readonly isV3: boolean
  /** What a sandbox needs to play it. */
  readonly sandbox: Pick<SandboxConfig, 'profile' | 'dialect'>
}

// Rows are looked into as they come: what type a profile gives them is the business of its own specs.
const underTest = <R extends Resources>(profile: ServiceProfile<R>): ProfileUnderTest => {
  const byEmail = (profile.serviceVersion ?? '2021-06-01') < '2021-06-01'
  const any = profile as unknown as ServiceProfile
  const isV3 = profile.serviceVersion === '2025-01-15'
  return {
    name: profile.name,
    profile: any,
    identityOf: ({ uuid, email, password }) => (byEmail ? { email, password } : { userUuid: uuid }),
    config: { profile: any, ...(profile.baseUrl === undefined ? { baseUrl: 'https://bank.example' } : {}) },
    hasMore: profile.paths.createUser !== null,
    byEmail,
    isEarlier: byEmail,
    isV3,
    sandbox: { profile, ...(isV3 ? { dialect: dialect2025 } : {}) },
  }
}

/** All profiles, for `describe.each`. */
export const profilesUnderTest: ReadonlyArray<ProfileUnderTest> = [
  underTest(documentedProfile),
  underTest(bridge2018),
  underTest(bridge2021),
  underTest(bridge2025),
]

/** Those that have more operations than the documented API. */
export const deployments = profilesUnderTest.filter(({ hasMore }) => hasMore)

/** A sandbox that plays a profile in this process under virtual time, and a client of it. */
export interface Played {
  readonly sandbox: Sandbox
  readonly clock: VirtualClock
  readonly client: Client
  readonly events: ReadonlyArray<ClientEvent>
  /** The first user of the sandbox. */
  readonly owner: SandboxUser
  readonly user: UserClient
  readonly userClient: (user: SandboxUser) => UserClient
}

const start = Date.UTC(2026, 0, 15, 10, 30)

/** The URL of the form in which a user connects an item, or edits one. */
export const formUrl = (
  { isV3 }: ProfileUnderTest,
  user: UserClient,
  { itemId, redirectUrl }: { readonly itemId?: number; readonly redirectUrl?: string } = {},
): Observable<string> => {
  const back = redirectUrl === undefined ? {} : { redirectUrl }
  if (!isV3) return user.bankForm.url({ ...(itemId === undefined ? {} : { itemId }), ...back })
  const callback = redirectUrl === undefined ? {} : { callbackUrl: redirectUrl }
  const form = itemId === undefined ? { userEmail: 'jane@doe.example', accountTypes: 'all' as const } : { itemId }
  return user.send(connectSession({ ...form, ...callback })).pipe(map(({ url }) => url))
}

/** Plays a profile. */
export const play = (
  { sandbox: played, config, identityOf }: ProfileUnderTest,
  sandboxConfig: Partial<SandboxConfig> = {},
  clientConfig: Partial<ClientConfig> = {},
): Played => {
  const clock = createVirtualClock({ start })
  const sandbox = createSandbox({ clock, ...played, banks: 120, transactions: 300, stocks: 12, ...sandboxConfig })
  const client = createClient({
    clientId: sandbox.credentials.clientId,
    clientSecret: sandbox.credentials.clientSecret,
    http: sandbox.http,
    clock,
    ...config,
    ...clientConfig,
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  const userClient = (user: SandboxUser): UserClient => client.user(identityOf(user))
  const [owner] = sandbox.users as readonly [SandboxUser]
  return { sandbox, clock, client, events, owner, user: userClient(owner), userClient }
}

/** What a stream has emitted so far, and how it ended. */
export interface Heard<A> {
  readonly values: ReadonlyArray<A>
  readonly error: unknown
  readonly isComplete: boolean
  readonly leave: () => void
}

/** Listens to a stream. */
export const hear = <A>(stream$: Observable<A>): Heard<A> => {
  const values: Array<A> = []
  const heard = { values, error: undefined as unknown, isComplete: false }
  const subscription = stream$.subscribe({
    next: (value) => values.push(value),
    error: (error: unknown) => (heard.error = error),
    complete: () => (heard.isComplete = true),
  })
  return Object.assign(heard, {
    leave: () => {
      subscription.unsubscribe()
    },
  })
}

/** All that a stream gives at once, which it must complete with. */
export const read = <A>(stream$: Observable<A>): ReadonlyArray<A> => {
  const { values, error, isComplete } = hear(stream$)
  if (error !== undefined) throw error as Error
  if (!isComplete) throw new Error('it has not completed')
  return values
}

/** The one value that a stream gives at once. */
export const readOne = <A>(stream$: Observable<A>): A => {
  const values = read(stream$)
  if (values.length !== 1) throw new Error(`it gave ${String(values.length)} values`)
  return values[0] as A
}

/** The error that a stream ends with at once. */
export const refusal = (stream$: Observable<unknown>): unknown => {
  const { error } = hear(stream$)
  if (error === undefined) throw new Error('it was not refused')
  return error
}

/** The rows of a list, whatever their type. */
export const rowsOf = (stream$: Observable<unknown>): ReadonlyArray<Row> => read(stream$) as ReadonlyArray<Row>

/** The id of what a row refers to, by an id or by a hash. */
export const referenceOf = (row: Row, name: string): number =>
  (row[`${name}_id`] ??
    row[name === 'bank' ? 'provider_id' : ''] ??
    (row[name] as Row | null | undefined)?.id) as number
