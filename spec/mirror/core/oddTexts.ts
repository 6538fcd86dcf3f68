import fc from 'fast-check'
import { firstValueFrom, of } from 'rxjs'
import { createClient, type Http, type UserClient } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import { lastingToken } from '../../helpers/scripted.js'
import { all, type Place, truth } from './place.js'

type Json = Readonly<Record<string, unknown>>

/** Characters of texts that databases treat in their own way, and halves of characters. */
const odd = [
  '\0',
  '\ud83d',
  '\ude00',
  '\uFFFD',
  '\uFFFD0000',
  '\\u0000',
  '\\',
  "'",
  '"',
  '$1',
  '\u2028',
  '\u{1F600}',
  'é',
]

/** Any text, mostly one of these. */
export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...odd), { maxLength: 4 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

/** Any JSON, of such texts and names of fields. */
const oddJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    oddText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 3 }),
  ),
})).value

const more = fc.dictionary(
  oddText.filter((name) => name !== '__proto__').map((name) => `x${name}`),
  oddJson,
  { maxKeys: 3 },
)

const rowOf = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Json> =>
  fc.record({ ...fields, more }).map(({ more: others, ...row }) => ({ ...(others as Json), ...row }))

const updatedAt = fc
  .integer({ min: 0, max: 50 })
  .map((second) => `2024-01-05T00:00:${String(second).padStart(2, '0')}.000Z`)

const rows = {
  items: rowOf({
    status: fc.integer({ min: 0, max: 10 }),
    status_code_info: oddText,
    status_code_description: oddText,
  }),
  accounts: rowOf({
    name: oddText,
    type: oddText,
    iban: oddText,
    balance: fc.integer(),
    currency_code: oddText,
    updated_at: updatedAt,
  }),
  stocks: rowOf({
    label: oddText,
    ticker: oddText,
    isin: oddText,
    marketplace: oddText,
    currency_code: oddText,
    updated_at: updatedAt,
  }),
  transactions: rowOf({
    account_id: fc.constant(7),
    date: fc.constantFrom('2024-01-03', '2024-01-04'),
    amount: fc.constantFrom(-1, -2.5),
    currency_code: fc.oneof(fc.constant('EUR'), oddText),
    description: oddText,
    raw_description: oddText,
    is_future: fc.boolean(),
    is_deleted: fc.boolean(),
    updated_at: updatedAt,
  }),
}

type List = keyof typeof rows
const lists = Object.keys(rows) as ReadonlyArray<List>

/** What the service has, by list. */
type Bank = Readonly<Record<List, ReadonlyArray<Json>>>

const numbered = (some: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  some.map((row, index) => ({ ...row, id: index + 1 }))

const bankOf = fc
  .record(Object.fromEntries(lists.map((list) => [list, fc.array(rows[list], { maxLength: 4 })])))
  .map((bank) => Object.fromEntries(lists.map((list) => [list, numbered(bank[list] ?? [])])) as unknown as Bank)

/** A user whose lists are those of `bank()`. A list that is read whole has no removed rows. */
const userOf = (bank: () => Bank): UserClient => {
  const http: Http = ({ url }) => {
    const path = new URL(url).pathname
    const [list = 'items'] = lists.filter((name) => path.includes(`/${name}`)).slice(-1)
    const status = { status: bank().items[0]?.status_code_info ?? 'finished', x: bank().items[0] }
    const resources = bank()[list].filter((row) => path.endsWith('/updated') || row.is_deleted !== true)
    const body = path.endsWith('/refresh/status') ? status : { resources, pagination: { next_uri: null } }
    const headers = { date: 'Fri, 05 Jan 2024 00:10:00 GMT' }
    return of({ status: 200, headers, body: JSON.stringify(body) })
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: 'b',
    http,
  })
  return client.user({ token$: of(lastingToken()) })
}

const unstorable = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\0/g

/** A value of the service as a database has it. */
const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [cleaned(name), cleaned(held)]))
}

/** Whether no two names of an object become one. */
const isPlain = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  const names = Object.keys(value).map(cleaned)
  return new Set(names).size === names.length && Object.values(value).every(isPlain)
}

const textColumns: Readonly<Record<List, ReadonlyArray<string>>> = {
  items: ['status_code_info', 'status_code_description'],
  accounts: ['name', 'type', 'iban', 'currency_code'],
  stocks: ['label', 'ticker', 'isin', 'marketplace', 'currency_code'],
  transactions: ['currency_code', 'description', 'raw_description'],
}

const feeds = [...lists, 'refreshes'] as const

/** That a mirror holds whatever texts the service has, in all fields, on whatever database. `runs`: how often it is tried. */
export const oddTexts = (name: string, open: () => Promise<Place>, runs: number): void => {
  describe(`the mirror on ${name}, and odd texts`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    it('equals the cleaned service, with removed rows and those that wait for a counterpart, and has no news after it', async () => {
      const mirror = place.createMirror()
      let users = 0
      const userId = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'))
      await fc.assert(
        fc.asyncProperty(bankOf, bankOf, userId, async (before, after, text) => {
          fc.pre(isPlain([before, after]))
          const id = `${String(++users)}${text}`
          let bank = before
          const user = userOf(() => bank)
          for (const next of [before, after]) {
            bank = next
            await all(mirror.sync(user, { id, feeds }))
          }
          const again = await all(mirror.sync(user, { id, feeds }))
          expect(again.flatMap(({ changedIds, removedIds }) => [...changedIds, ...removedIds])).toEqual([])
          const service = await truth(user)
          for (const list of lists) {
            const found = await place.query(
              `SELECT id, CAST(row AS text) AS row, ${textColumns[list].join(', ')} FROM ${place.table(list)}
               WHERE user_id = '${id.replaceAll("'", "''")}' AND removed_at IS NULL`,
            )
            const held = new Map(found.map((row) => [String(row.id), JSON.parse(String(row.row)) as Json]))
            const ids = new Set(bank[list].map((row) => String(row.id)))
            // The service does not list all rows anew that it had; those that it has had and has no more stay.
            const expected = Array.from(service.get(list) ?? [], ([key, row]) => [key, cleaned(row)] as const)
            expect(new Map(Array.from(held).filter(([key]) => ids.has(key)))).toEqual(new Map(expected))
            for (const row of found)
              for (const column of textColumns[list])
                expect(row[column]).toBe(held.get(String(row.id))?.[column] ?? null)
          }
        }),
        { numRuns: runs },
      )
    })

    it('links a posted row whose texts cannot be stored to the pending one, and keeps bookmarks as they are', async () => {
      const mirror = place.createMirror()
      const row = (id: number, second: number, rest: Json = {}) => ({
        id,
        account_id: 7,
        currency_code: 'E\0R',
        amount: -4.99,
        description: 'Spot\ud83d ify\0',
        date: '2024-01-01',
        updated_at: `2024-01-05T00:00:0${String(second)}.000Z`,
        ...rest,
      })
      const unread = { id: 'a\0', updated_at: '2024-01-05T00:00:00.000Z' }
      const empty = { items: [], accounts: [], stocks: [] }
      const banks = [
        [unread, row(1, 1)],
        [unread, row(1, 2, { is_deleted: true })],
        [unread, row(2, 3)],
      ]
      const config = { id: 'A6J', feeds: ['transactions'], onInvalidRow: 'report' } as const
      const reported: Array<unknown> = []
      for (const transactions of banks) {
        const [batch] = await all(
          mirror.sync(
            userOf(() => ({ ...empty, transactions })),
            config,
          ),
        )
        reported.push([batch?.rejected.length, batch?.links])
      }
      // A row that cannot be read is reported once: its id in the bookmark is still that of the service.
      expect(reported).toEqual([
        [1, []],
        [0, []],
        [0, [{ pending: 1, posted: 2 }]],
      ])
      const [kept] = await place.query(`SELECT CAST(bookmark AS text) AS bookmark FROM ${place.table('checkpoints')}`)
      const ids = (JSON.parse(String(kept?.bookmark)) as Bookmark).rows.map(([key]) => key)
      expect(ids).toContain('a\uFFFD0000')
    })

    it('keeps two names of fields apart that differ in what cannot be stored', async () => {
      const mirror = place.createMirror()
      const transactions = [{ id: 1, 'x\0': 1, 'x\ud800': 2, 'x\uFFFD': 3, updated_at: '2024-01-05T00:00:00.000Z' }]
      const user = userOf(() => ({ items: [], accounts: [], stocks: [], transactions }))
      await all(mirror.sync(user, { id: 'A6J', feeds: ['transactions'] }))
      const [row] = await place.query(`SELECT CAST(row AS text) AS row FROM ${place.table('transactions')}`)
      expect(JSON.parse(String(row?.row))).toMatchObject({ 'x\uFFFD0000': 1, 'x\uFFFDd800': 2, 'x\uFFFD': 3 })
    })

    it('holds long texts', async () => {
      const mirror = place.createMirror()
      const long = 'é'.repeat(5_000_000)
      const transactions = [1, 2, 3].map((id) => ({ id, description: long, updated_at: '2024-01-05T00:00:00.000Z' }))
      const user = userOf(() => ({ items: [], accounts: [], stocks: [], transactions }))
      const id = '\u{1F600}'.repeat(127)
      await all(mirror.sync(user, { id, feeds: ['transactions'] }))
      const found = await place.query(`SELECT length(description) AS length FROM ${place.table('transactions')}`)
      expect(found.map(({ length }) => Number(length))).toEqual([long.length, long.length, long.length])
      expect(await firstValueFrom(mirror.users())).toMatchObject({ id })
    })
  })
}
