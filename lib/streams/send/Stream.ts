import type { Observable } from 'rxjs'

/** The type of a `then` that nothing has: by it `await` of a stream is an error of types. `Hint` says what to do. */
export type NotAwaited<Hint extends string> = (this: Hint, ...wrong: ReadonlyArray<unknown>) => never

/**
 * A stream of this library: an Observable, as RxJS has it. What `pipe` gives is a plain Observable.
 *
 * To `await` it by mistake is an error of types, where `await` of a plain Observable gives the Observable itself, and
 * nothing is asked. Await `firstValueFrom(stream)` or `lastValueFrom(stream)` of RxJS.
 *
 * @example
 * import { createClient, type Stream } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox()
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http })
 * const url: Stream<string> = client.user({ externalUserId: 'A6J' }).bankForm.url()
 * assert.match(await firstValueFrom(url), /^https:/)
 * // @ts-expect-error: a stream is no Promise
 * await url
 */
export interface Stream<A> extends Observable<A> {
  /** No stream has it. It makes `await` of a stream, which would wait for nothing, an error of types. */
  readonly then?: NotAwaited<'a stream: await firstValueFrom(stream) or lastValueFrom(stream), or subscribe'>
}
