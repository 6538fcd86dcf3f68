import type { Observable } from 'rxjs'

/**
 * The type of a `then` that makes `await stream` a type error, whose message shows `Hint`. At run time no stream has a
 * `then`.
 */
export type NotAwaited<Hint extends string> = (this: Hint, ...args: ReadonlyArray<unknown>) => never

/**
 * A stream of this library: an Observable of RxJS. `pipe` returns a plain Observable.
 *
 * `await` of a stream is a type error, because it would return the Observable itself and send no request. Await
 * `firstValueFrom(stream)` or `lastValueFrom(stream)` of RxJS.
 *
 * @example
 * import { createClient, documentedProfile, type Stream } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
 * const url: Stream<string> = client.user({ externalUserId: 'A6J' }).bankForm.url()
 * assert.match(await firstValueFrom(url), /^https:/)
 * // @ts-expect-error: a stream is no Promise
 * await url
 */
export interface Stream<A> extends Observable<A> {
  /** Exists only in the type: it makes `await stream` a type error. */
  readonly then?: NotAwaited<'a stream: await firstValueFrom(stream) or lastValueFrom(stream), or subscribe'>
}
