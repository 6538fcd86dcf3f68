import fc from 'fast-check'
import { of } from 'rxjs'
import { documentedProfile } from '../../../lib/index.js'
import type { Mirror, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { lastingToken } from '../../helpers/scripted.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { all, type Place } from './place.js'
import { type SentRow, smallBank } from './smallBank.js'

const minute = 60_000
const day = 24 * 60 * minute
const user = 'A6J'
const other = 'B7K'
const feeds = ['items', 'accounts', 'stocks', 'transactions', 'refreshes'] as const

/** A place whose whole content can be searched. */
export interface SearchedPlace extends Place {
  /** All rows of all tables, of the engine too, as text. */
  readonly rows: () => Promise<string>
  /** The bytes of all files of the database, as text, for a database that can be asked for them. */
  readonly files?: () => string
  /** Rewrites the files, so that they have nothing except the rows. */
  readonly compact?: () => void
}

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('round' as const), pick: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom(
        ...(['add', 'edit', 'post', 'tombstone', 'vanish', 'move', 'hide', 'moveAccount', 'relink'] as const),
      ),
      pick: fc.nat(50),
    }),
  },
  fc.record({ what: fc.constant('recreate' as const), pick: fc.nat(0) }),
)

/** How data leaves; `pick` chooses what leaves, and `isLate` whether the bank still shows it afterwards. */
const way = fc.record({
  how: fc.constantFrom('item.deleted', 'user.deleted', 'erase', 'replaced user', 'removed account', 'removed row'),
  pick: fc.nat(50),
  isLate: fc.boolean(),
})

type Event = typeof event extends fc.Arbitrary<infer A> ? A : never
type Way = typeof way extends fc.Arbitrary<infer A> ? A : never

/** A bank whose texts say of whom they are: of which person, item, account and row. */
const markedBank = () => {
  const bank = smallBank()
  const items = new Set<number>()
  const itemOf = new Map<number, number>()
  let person = 1
  let version = 0
  const uuid = (): string => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`
  const marked = (...names: ReadonlyArray<string>): string =>
    ['person' + String(person), ...names, 'v' + String(++version)].join(' ')
  const texts = (text: string, ...names: ReadonlyArray<string>) => ({
    ...Object.fromEntries(names.map((name) => [name, text])),
    note: { of: [text] },
  })

  const put = (list: 'items' | 'accounts' | 'stocks' | 'transactions', id: number, fields: object): void => {
    const [before] = bank.rows[list].filter((row) => row.id === id)
    bank.vanish(list, id)
    bank.rows[list].unshift({ ...before, ...fields, id })
  }
  const item = (): number => {
    const id = bank.item()
    items.add(id)
    put('items', id, texts(marked(`item${String(id)}.`), 'status_code_info', 'status_code_description'))
    return id
  }
  const nameAccount = (id: number, item_id: number): void => {
    itemOf.set(id, item_id)
    put('accounts', id, { item_id, ...texts(marked(`item${String(item_id)}.`, `acc${String(id)}.`), 'name', 'iban') })
  }
  const account = (item_id: number): number => {
    const id = bank.account(item_id)
    nameAccount(id, item_id)
    return id
  }
  const describeRow = (id: number, account_id: number): void => {
    const text = marked(`acc${String(account_id)}.`, `row${String(id)}.`)
    put('transactions', id, { account_id, ...texts(text, 'description', 'raw_description'), ...bank.stamp() })
  }
  const transaction = (account_id: number): number => {
    const id = bank.transaction(account_id, -30 - (version % 3))
    describeRow(id, account_id)
    return id
  }
  const stock = (account_id: number): void => {
    const id = bank.stock(account_id)
    put('stocks', id, texts(marked(`acc${String(account_id)}.`), 'label', 'ticker', 'isin', 'marketplace'))
  }
  const connect = (): number => {
    const id = item()
    const owned = account(id)
    for (let count = 0; count < 3; count++) transaction(owned)
    stock(owned)
    return id
  }
  const shown = (): ReadonlyArray<SentRow> => bank.rows.transactions.filter(({ is_deleted }) => is_deleted !== true)
  const oneOf = <A>(list: ReadonlyArray<A>, pick: number): A | undefined => list[pick % list.length]

  const acts = {
    add: (pick: number) => {
      const found = oneOf(bank.rows.accounts, pick)
      if (found) transaction(found.id)
    },
    edit: (pick: number) => {
      const row = oneOf(shown(), pick)
      if (row) describeRow(row.id, row.account_id as number)
    },
    tombstone: (pick: number) => {
      const row = oneOf(shown(), pick)
      if (row === undefined) return
      bank.vanish('transactions', row.id)
      bank.rows.transactions.unshift({ id: row.id, is_deleted: true, ...bank.stamp() })
    },
    post: (pick: number) => {
      const row = oneOf(shown(), pick)
      if (row === undefined) return
      acts.tombstone(pick)
      transaction(row.account_id as number)
    },
    vanish: (pick: number) => {
      const row = oneOf(shown(), pick)
      if (row) bank.vanish('transactions', row.id)
    },
    move: (pick: number) => {
      const [row, to] = [oneOf(shown(), pick), oneOf(bank.rows.accounts, pick)]
      if (row && to) describeRow(row.id, to.id)
    },
    hide: (pick: number) => {
      const found = oneOf(bank.rows.accounts, pick)
      if (found) hideAccount(found.id)
    },
    moveAccount: (pick: number) => {
      const [found, to] = [oneOf(bank.rows.accounts, pick), oneOf(bank.rows.items, pick)]
      if (found && to) nameAccount(found.id, to.id)
    },
    relink: (pick: number) => {
      const found = oneOf(bank.rows.items, pick)
      if (found === undefined) return
      bank.disconnect(found.id)
      connect()
    },
    recreate: () => {
      person++
      items.clear()
      itemOf.clear()
      for (const list of ['items', 'accounts', 'stocks', 'transactions'] as const) bank.rows[list] = []
      connect()
      connect()
    },
  }
  const hideAccount = (id: number): void => {
    bank.vanish('accounts', id)
    for (const list of ['stocks', 'transactions'] as const)
      bank.rows[list] = bank.rows[list].filter(({ account_id }) => account_id !== id)
  }

  bank.answers.instead = (path) => {
    const [, id] = /items\/(\d+)\/refresh\/status$/.exec(path) ?? []
    const body = { status: marked(`item${String(id)}.`), refreshed_at: new Date(bank.clock.wall()).toISOString() }
    return id === undefined ? undefined : { status: 200, headers: {}, body: JSON.stringify(body) }
  }
  /** A client whose tokens are of the present person. */
  const client = () => {
    const token = lastingToken()
    return bank.userOf(documentedProfile, of({ ...token, user: { ...token.user, uuid: uuid() } }))
  }
  return { bank, items, itemOf, acts, connect, shown, oneOf, hideAccount, client, uuid, person: () => person }
}

/** What was computed and decided about a user's rows, in the tables of `maintainTransfers` and `maintainRecurring`. */
const computed = (table: Place['table'], account: number, text: string): string => `
  INSERT INTO ${table('recurring_decisions')}
    (user_id, decision, stream_id, account_id, currency_code, counterparty, is_income, minor_units)
  VALUES ('${user}', 'Dismissed', 's', '${String(account)}', 'EUR', '${text}', false, 3000);
  INSERT INTO ${table('recurring_streams')}
    (user_id, id, account_id, lineage_id, currency_code, counterparty, description, is_income, cadence, day, shift,
     usual_minor_units, last_minor_units, is_variable, first_day, last_day, next_day, state, is_dismissed, price_changes, reasons, hash)
  VALUES ('${user}', '${text}', '${String(account)}', '${String(account)}', 'EUR', '${text}', '${text}', false, 'monthly', 1, 'none', 1, 1, false,
    '2026-01-01', '2026-01-01', '2026-01-01', 'active', false, '[]', '["${text}"]', 'h')
  ON CONFLICT DO NOTHING;`

/** A row has moved to another account before its account is removed: its first version in the log is of that account. */
const rowMovedAway: [Array<Event>, Way] = [
  [{ what: 'move', pick: 4 }],
  { how: 'removed account', pick: 3, isLate: false },
]

/** An item that no round has read is deleted. */
const itemNeverRead: [Array<Event>, Way] = [
  [
    { what: 'relink', pick: 0 },
    { what: 'relink', pick: 0 },
  ],
  { how: 'item.deleted', pick: 10, isLate: false },
]

/**
 * Whatever has happened to the rows of users, what leaves a mirror is then in no table, no entry of the log, no export and
 * no file.
 */
export const erasureProperty = (
  name: string,
  open: () => Promise<SearchedPlace>,
  { numRuns }: { readonly numRuns: number },
): void => {
  describe(`data that leaves a mirror on ${name}`, () => {
    const world = async (removedRows: NonNullable<MirrorSettings['removedRows']>) => {
      const place = await open()
      const marked = markedBank()
      const { bank, client } = marked
      const mirror = place.createMirror({ clock: bank.clock, removedRows })
      const neighbour = smallBank()
      neighbour.transaction(neighbour.account(neighbour.item()))
      await all(mirror.migrate({ features: ['consents', 'transfers', 'recurring', 'lineages'] }))
      await all(mirror.sync(neighbour.user, { id: other }))
      const readItems = new Set<unknown>()
      const round = async (wait: number) => {
        bank.clock.advance(wait)
        for (const { id } of bank.rows.items) readItems.add(id)
        await all(mirror.sync(client(), { id: user, limit: 3, feeds }))
      }
      /** Everything that a mirror lets anyone read, and what its database has. */
      const content = async (): Promise<string> =>
        [
          ...(await all(mirror.export(user))),
          JSON.stringify(await all(mirror.changes())),
          await place.rows(),
          place.files?.() ?? '',
        ].join('\n')
      const found = async (marks: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
        const text = await content()
        return marks.flatMap((mark) => {
          const index = text.indexOf(mark)
          return index < 0 ? [] : [text.slice(Math.max(0, index - 150), index + 50)]
        })
      }
      const ids = async (table: string): Promise<ReadonlyArray<string>> =>
        (await place.query(`SELECT id, user_id FROM ${place.table(table)}`)).map(
          (row) => `${String(row.user_id)} ${String(row.id)}`,
        )
      return { place, mirror, round, readItems, found, ids, ...marked }
    }
    type World = Awaited<ReturnType<typeof world>>

    const persons = (last: number) => Array.from({ length: last }, (_, index) => `person${String(index + 1)} `)

    const eraseTwice = async (mirror: Mirror, type: string, content: object): Promise<void> => {
      const deletion = await verifiedEvent(type, content)
      for (let delivery = 0; delivery < 2; delivery++) await all(mirror.eraseDeleted(deletion))
    }

    const ways: Record<string, (world: World, pick: number, isLate: boolean, keeps: boolean) => Promise<void>> = {
      'item.deleted': async (played, pick, isLate) => {
        const { mirror, bank, items, readItems, itemOf, oneOf, uuid, found, round, ids } = played
        const item = oneOf([...items], pick) ?? 0
        const accounts = Array.from(itemOf).flatMap(([account, owner]) => (owner === item ? [account] : []))
        const marks = [`item${String(item)}.`, ...accounts.map((account) => `acc${String(account)}.`)]
        const isTheirs = ({ account_id }: SentRow): boolean => accounts.includes(account_id as number)
        const kept = bank.rows.transactions.filter((row) => row.is_deleted !== true && !isTheirs(row))
        if (!isLate) bank.disconnect(item)
        await eraseTwice(mirror, 'item.deleted', { user_uuid: uuid(), item_id: item })
        expect(await found(marks)).toEqual([])
        const changes = await all(mirror.changes({ users: [user] }))
        // Of an item that came and went between two rounds there is nothing to erase.
        const erased = changes.filter((change) => change._tag === 'Erased' && change.itemId === String(item))
        expect(erased).toHaveLength(readItems.has(item) ? 1 : 0)
        expect(await ids('transactions')).toEqual(expect.arrayContaining(kept.map(({ id }) => `${user} ${String(id)}`)))
        await round(minute)
        expect(await found(marks)).toEqual([])
        bank.disconnect(item)
        await round(day)
        expect(await found(marks)).toEqual([])
      },
      'user.deleted': async ({ mirror, found, person, uuid }) => {
        await eraseTwice(mirror, 'user.deleted', { user_uuid: uuid() })
        expect(await found(persons(person()))).toEqual([])
      },
      erase: async ({ mirror, found, person }) => {
        await all(mirror.erase(user))
        expect(await found(persons(person()))).toEqual([])
      },
      'replaced user': async ({ acts, round, found, person }) => {
        acts.recreate()
        await round(minute)
        expect(await found(persons(person() - 1))).toEqual([])
      },
      'removed account': async ({ bank, oneOf, hideAccount, round, found, place }, pick, _, keeps) => {
        const account = oneOf(bank.rows.accounts, pick)?.id
        if (account === undefined) return
        hideAccount(account)
        // A list that has become empty is believed after a day.
        for (const wait of [day, day, 15 * minute]) await round(wait)
        place.compact?.()
        const left = await found([`acc${String(account)}.`])
        expect(keeps ? left.length : left).toEqual(keeps ? 1 : [])
      },
      'removed row': async ({ acts, bank, shown, oneOf, round, found, place }, pick, isLate, keeps) => {
        const id = oneOf(shown(), pick)?.id
        if (id === undefined) return
        if (isLate) acts.vanish(pick)
        else acts.tombstone(pick)
        bank.clock.advance(minute)
        for (const wait of [day, day, 15 * minute]) await round(wait)
        place.compact?.()
        const left = await found([`row${String(id)}.`])
        expect(keeps ? left.length : left).toEqual(keeps ? 1 : [])
      },
    }

    it.each(['keep', 'delete'] as const)(
      'is in no table, no log, no export and no file: removedRows %p',
      async (removedRows) => {
        await fc.assert(
          fc.asyncProperty(fc.array(event, { maxLength: 12 }), way, async (events, { how, pick, isLate }) => {
            const played = await world(removedRows)
            const { place, acts, round, connect, bank, found, ids, person } = played
            connect()
            connect()
            await round(0)
            for (const { what, pick: chosen } of events) {
              bank.clock.advance(minute)
              if (what === 'round') await round(chosen === 0 ? minute : day)
              else acts[what](chosen)
            }
            await round(day)
            for (const { id } of bank.rows.accounts)
              await place.script(computed(place.table, id, `person${String(person())} acc${String(id)}.`))
            expect(await found(persons(person() - 1))).toEqual([])
            await ways[how]?.(played, pick, isLate, removedRows === 'keep')
            expect(await ids('items')).toContainEqual(expect.stringContaining(other))
            await place.close()
          }),
          { numRuns, examples: [rowMovedAway, itemNeverRead] },
        )
      },
      300_000,
    )
  })
}
