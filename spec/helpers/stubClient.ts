import { NEVER, Observable } from 'rxjs'
import type { ExposableClient } from '../../lib/adapters/electron/exposeStreams.js'

/** A client in main whose streams are a spec's own, and that counts who is subscribed. */
export interface StubClient {
  readonly client: ExposableClient
  /** Subscriptions that live, of whatever stream. */
  readonly live: () => number
  /** Identities that were asked for. */
  readonly identities: ReadonlyArray<unknown>
}

/** Streams by name, such as `events$` or `items.watchRefresh`; those that are not given are silent. */
export const stubClient = (
  streams: Readonly<Record<string, (...args: Array<never>) => Observable<unknown>>>,
): StubClient => {
  const identities: Array<unknown> = []
  let live = 0

  const counted =
    (name: string) =>
    (...args: Array<never>): Observable<unknown> =>
      new Observable((subscriber) => {
        live++
        subscriber.add(() => live--)
        subscriber.add((streams[name] ?? (() => NEVER))(...args).subscribe(subscriber))
      })

  const list = (name: string) => ({
    pages: counted(`${name}.pages`),
    all: counted(`${name}.all`),
    page: counted(`${name}.page`),
    navigate: counted(`${name}.navigate`),
    watchUpdated: counted(`${name}.watchUpdated`),
    refreshStatus: counted(`${name}.refreshStatus`),
    watchRefresh: counted(`${name}.watchRefresh`),
    get: counted(`${name}.get`),
    updated: () => list(`${name}.updated`),
  })

  const user = {
    accounts: list('accounts'),
    items: list('items'),
    stocks: list('stocks'),
    transactions: list('transactions'),
    bankForm: { url: counted('bankForm.url') },
  }
  const client = {
    banks: list('banks'),
    categories: list('categories'),
    events$: counted('events$')(),
    user: (identity: unknown) => {
      identities.push(identity)
      return user
    },
  }
  return { client: client as unknown as ExposableClient, live: () => live, identities }
}
