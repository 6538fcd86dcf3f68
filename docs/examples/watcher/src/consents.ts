import { type Consent, type ConsentedItem, watchConsents } from 'rxbank'
import type { Watcher } from 'rxbank/node'
import { concat, defer, EMPTY, ignoreElements, mergeMap, type Observable, of, takeUntil, tap, toArray } from 'rxjs'
import { type Database, transaction } from './connection.js'
import type { News } from './News.js'
import type { WatchedUser } from './openClient.js'

/** Whose consents are watched, and where they are told. */
export interface ConsentsConfig {
  readonly client: WatchedUser
  readonly database: Database
  readonly user: string
  /** Milliseconds between rounds. */
  readonly every: number
}

/** A consent whose end is known. */
type DatedConsent = Exclude<Consent<ConsentedItem>, { readonly _tag: 'unreadable' }>

const endOf = ({ authentication_expires_at: end }: ConsentedItem): string | undefined =>
  end instanceof Date ? end.toISOString() : undefined

/** The table of consents that end or have ended: whom to ask for a new one. */
const consentTable = (database: Database, user: string) => {
  const select = database.prepare('SELECT item_id, ends_at FROM consents WHERE user = ?')
  const remove = database.prepare('DELETE FROM consents WHERE user = ? AND item_id = ?')
  // Nothing is written of somebody who was deleted meanwhile, and nothing is told twice.
  const put = database.prepare(
    `INSERT INTO consents (user, item_id, state, ends_at) SELECT id, ?, ?, ? FROM users WHERE id = ?
     ON CONFLICT DO UPDATE SET state = excluded.state, ends_at = excluded.ends_at
     WHERE state <> excluded.state OR ends_at <> excluded.ends_at`,
  )
  return {
    /** Removes what is not so any more: consents that were renewed, and items that are gone, while nobody watched. */
    tidy: (items: ReadonlyArray<ConsentedItem>): void => {
      const ends = new Map(items.map((item) => [item.id, endOf(item)]))
      transaction(database, () => {
        for (const row of select.all(user) as ReadonlyArray<{ item_id: number; ends_at: string }>)
          if (ends.get(row.item_id) !== row.ends_at) remove.run(user, row.item_id)
      })
    },
    /** Whether it is news. */
    keep: ({ _tag, item, endsAt }: DatedConsent): boolean => {
      const { changes } =
        _tag === 'renewed' ? remove.run(user, item.id) : put.run(item.id, _tag, endsAt.toISOString(), user)
      return Number(changes) > 0
    },
  }
}

/** Keeps the consents of a user that end within a week or have ended, and tells of each once, also after a restart. */
export const consents =
  ({ client, database, user, every }: ConsentsConfig): Watcher<News> =>
  (stop$) =>
    defer((): Observable<News> => {
      const table = consentTable(database, user)
      return concat(
        client.items.all().pipe(toArray(), tap(table.tidy), ignoreElements()),
        watchConsents(client.items, { every }).pipe(
          mergeMap((consent) => {
            if (consent._tag === 'unreadable' || !table.keep(consent)) return EMPTY
            const { _tag: state, item, endsAt } = consent
            return of<News>({ _tag: 'Consent', user, list: 'consents', item: item.id, state, endsAt })
          }),
        ),
      )
    }).pipe(takeUntil(stop$))
