import { documentedProfile } from 'rxbank'
import { createClient, createGatewayClient, isClientError, toPlatform } from 'rxbank'
import { createSandbox } from 'rxbank/sandbox'
import {
  catchError,
  defer,
  finalize,
  firstValueFrom,
  lastValueFrom,
  map,
  NEVER,
  of,
  range,
  startWith,
  tap,
  throwError,
  toArray,
} from 'rxjs'

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

  /** The banks, through operators of the browser's own `Observable`, and whether `Observable.from` takes the result. */
  banksThroughThePlatform: async () => {
    const { Observable: Platform } = globalThis as unknown as {
      readonly Observable: { readonly from: (input: unknown) => unknown } & (new () => unknown)
    }
    const banks = createClient({ profile: documentedProfile, baseUrl: origin, clientId, http: sandbox.http }).banks
    const converted = toPlatform(banks.all().pipe(map(({ id }) => id)))
    const isItsOwn = converted instanceof Platform && Platform.from(converted) === converted
    const ids = await converted.filter((id) => id > 0).toArray()
    const first = await converted.drop(1).first()
    return { isItsOwn, ids, first }
  },

  /** What signals do: how often a stream was subscribed to and unsubscribed from, and what has arrived. */
  cancelledBySignals: () => {
    const seen: Array<unknown> = []
    let subscriptions = 0
    let ended = 0
    const endless = toPlatform(
      defer(() => {
        subscriptions++
        return NEVER.pipe(startWith('value'))
      }).pipe(finalize(() => ended++)),
    )
    const controllers = [new AbortController(), new AbortController()]
    for (const { signal } of controllers) endless.subscribe((value) => seen.push(value), { signal })
    for (const controller of controllers) {
      controller.abort()
      seen.push(ended)
    }
    endless.subscribe((value) => seen.push(value), { signal: AbortSignal.abort() })
    return { seen, subscriptions }
  },

  /** How many values a synchronous stream emits until the signal of its only subscriber is aborted at the third. */
  stoppedSynchronously: () => {
    let emitted = 0
    const controller = new AbortController()
    toPlatform(range(1, 1000).pipe(tap(() => emitted++))).subscribe(
      (value) => {
        if (value === 3) controller.abort()
      },
      { signal: controller.signal },
    )
    return emitted
  },

  failureThroughThePlatform: () =>
    toPlatform(throwError(() => new Error('broken')))
      .toArray()
      .then(
        () => 'accepted',
        (error: unknown) => String(error),
      ),

  isPipedRefusedByThePlatform: () => {
    const { Observable: Platform } = globalThis as unknown as {
      readonly Observable: { readonly from: (input: unknown) => unknown }
    }
    try {
      return Platform.from(of(1).pipe(map((value) => value + 1))) === undefined
    } catch (error) {
      return error instanceof TypeError
    }
  },

  isListeningRefused: () =>
    firstValueFrom(
      sandbox.listen(0).pipe(
        map(() => false),
        catchError(() => of(true)),
      ),
    ),
}

Object.assign(globalThis, { page })
