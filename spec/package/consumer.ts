// Compiled against the installed package, never run: what its declarations must say.
import {
  type Bank,
  type CheckpointStore,
  type ClientError,
  createClient,
  createGatewayClient,
  documentedProfile,
  isClientError,
  type Page,
  reveal,
} from 'rxbank'
import { bridge2021, type Bridge2021Transaction } from 'rxbank/bridge'
import { id, record } from 'rxbank/codec'
import { createSandbox } from 'rxbank/sandbox'
import { recordHttp, type TapeEntry } from 'rxbank/tape'
import { matchTransfers, type Transfer } from 'rxbank/transfers'
import { catchError, EMPTY, from, map, type Observable, of, Subject } from 'rxjs'

const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
const client = createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  ...sandbox.credentials,
  http: sandbox.http,
})

export const fetch: (input: string, init?: RequestInit) => Promise<Response> = sandbox.fetch
export const url$: Observable<string> = sandbox.listen(0)

export const pages$: Observable<Page<Bank>> = client.banks.pages({ limit: 500 })
export const banks$: Observable<Bank> = client.banks.all()
export const banks: AsyncIterable<Bank> = client.banks.all()

// @ts-expect-error a bank is no string, so the stream is not typed as any
export const names$: Observable<string> = client.banks.all()

// @ts-expect-error an option that is not there is refused
export const misspelt = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientID: 'id' })

const user = client.user({ userUuid: '00000000-0000-4000-8000-000000000000' })
export const token$: Observable<string> = user.token$.pipe(map(({ access_token }) => reveal(access_token)))

export const failures$: Observable<ClientError> = user.transactions.all().pipe(
  map((): never => {
    throw new Error('only failures are looked at')
  }),
  catchError((error: unknown) => {
    if (isClientError(error)) return of(error)
    throw error
  }),
)

// @ts-expect-error the client of a page is createGatewayClient
export const page = createClient({ profile: documentedProfile, gateway: '/api/bank' })

// @ts-expect-error which holds no credentials
export const credentials = createGatewayClient({ profile: documentedProfile, gateway: '/api/bank', clientId: 'id' })

declare const store: CheckpointStore
export const watched: ReadonlyArray<Observable<unknown>> = [
  user.stocks.watchUpdated({ store, process: ({ resources }) => from(resources) }),
  user.transactions.watchUpdated({ process: () => EMPTY }),
]

// @ts-expect-error a store keeps what process has acknowledged
export const unacknowledged = user.stocks.watchUpdated({ store })

const unawaited = () => [Promise.resolve()]

// @ts-expect-error an array of Promises does not say when they are done
export const unacknowledging = user.stocks.watchUpdated({ process: unawaited })

const tape$ = new Subject<TapeEntry>()
const bridge = createClient({ clientId: 'id', profile: bridge2021, http: recordHttp(sandbox.http, tape$) })
export const rows$: Observable<Bridge2021Transaction> = bridge.user({ token$: user.token$ }).transactions.all()

const payee = record('payee', { id }, {})
const payees = createClient({
  profile: documentedProfile,
  baseUrl: 'https://bank.example',
  clientId: 'id',
  codecs: { bank: payee },
})
export const payeeIds$: Observable<number> = payees.banks.all().pipe(map((row) => row.id))

export const transfers: ReadonlyArray<Transfer> = matchTransfers([], { accounts: [{ id: 1 }] }).transfers

// @ts-expect-error a row needs an id
export const rowless = matchTransfers([{ amount: 1 }])
