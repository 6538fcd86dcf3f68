import { documentedProfile } from 'rxbank'
import { createClient, createGatewayClient, isClientError } from 'rxbank'
import { createSandbox } from 'rxbank/sandbox'
import { catchError, defer, firstValueFrom, lastValueFrom, map, of, toArray } from 'rxjs'

const { origin } = location
const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
const { clientId, clientSecret } = sandbox.credentials

const bankIds = (http: { readonly http?: typeof sandbox.http }): Promise<ReadonlyArray<number>> =>
  lastValueFrom(
    createClient({ profile: documentedProfile, baseUrl: origin, clientId, ...http })
      .banks.all()
      .pipe(
        map(({ id }) => id),
        toArray(),
      ),
  )

/** What the suite asks of the page, whose origin answers as the service. */
const page = {
  banksFromTheNetwork: () => bankIds({}),

  banksFromTheSandbox: () => bankIds({ http: sandbox.http }),

  statusOfTheSandboxsFetch: async () => {
    const headers = { 'Client-Id': clientId, 'Service-Version': '2021-06-01' }
    return (await sandbox.fetch(`${origin}/v2/banks`, { headers })).status
  },

  refusalOfTheSecret: () => {
    try {
      createClient({ profile: documentedProfile, baseUrl: origin, clientId, clientSecret })
      return 'accepted'
    } catch (error) {
      return isClientError(error) ? { tag: error._tag, leaks: error.message.includes(clientSecret) } : String(error)
    }
  },

  refusalOfAUser: () =>
    firstValueFrom(
      defer(() =>
        createClient({ profile: documentedProfile, baseUrl: origin, clientId, http: sandbox.http })
          .user({ externalUserId: 'A6J' })
          .items.all(),
      ).pipe(
        map(() => 'accepted'),
        catchError((error: unknown) => of(isClientError(error) ? error.message : String(error))),
      ),
    ),

  itemsThroughTheGateway: () =>
    lastValueFrom(
      createGatewayClient({ profile: documentedProfile, gateway: '/api/bank' })
        .user()
        .items.all()
        .pipe(
          map(({ id }) => id),
          toArray(),
        ),
    ),

  isListeningRefused: () =>
    firstValueFrom(
      sandbox.listen(0).pipe(
        map(() => false),
        catchError(() => of(true)),
      ),
    ),
}

Object.assign(globalThis, { page })
