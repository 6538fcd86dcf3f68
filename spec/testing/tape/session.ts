import { EMPTY, map, type Observable, take } from 'rxjs'
import { type Client, isClientError, type Page, type UserClient, type VirtualClock } from '../../../lib/index.js'
import { hear } from '../../helpers/profiles.js'

/** What an operation gave, in the order in which operations were asked. */
export type Told = readonly [operation: string, values: unknown, ending: unknown]

/** What stays on a tape. */
const whole = /^(status|date|currency_code|country_code|resource_type)$|_date$/

/** What kind of value it is, all through: of numbers the sign, of texts whether there is any; words and days whole. */
const shape = (value: unknown, name = ''): unknown => {
  if (value instanceof Date) return name === 'expires_at' ? 'moment' : value.toISOString()
  if (Array.isArray(value)) return value.map((inner) => shape(inner, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner, key)]))
  if (whole.test(name)) return value
  if (typeof value === 'number') return Math.sign(value)
  return typeof value === 'string' ? value !== '' : value
}

const endingOf = (error: unknown, isComplete: boolean): unknown =>
  isClientError(error) ? { ...error.toJSON(), message: '', origin: '' } : { isComplete }

/** The pages of a list, and what they say of their neighbours. */
const withNeighbours = (pages: Observable<Page<unknown>>): Observable<unknown> =>
  pages.pipe(map(({ next, previous, ...page }) => ({ ...page, next: next._tag, previous: previous._tag })))

const idOf = (rows: Observable<unknown>, clock: VirtualClock, name = 'id'): never => {
  const heard = hear(rows.pipe(take(1)))
  clock.advance(60_000)
  return ((heard.values[0] as Record<string, unknown> | undefined)?.[name] ?? 1) as never
}

/** Asks for one after the other of what a client has; ids are taken from what was answered. */
export const session = (client: Client, user: UserClient, clock: VirtualClock): ReadonlyArray<Told> => {
  const reported: Array<Told> = []
  const tell = (operation: string, stream: Observable<unknown>): void => {
    const heard = hear(stream)
    clock.advance(120_000)
    reported.push([operation, heard.values.map((value) => shape(value)), endingOf(heard.error, heard.isComplete)])
  }
  const since = new Date(clock.wall() - 24 * 3_600_000)
  const item = idOf(user.items.all(), clock)
  const stock = idOf(user.stocks.all(), clock)
  const account = idOf(user.accounts.all(), clock)
  const uuid = idOf(client.users.all(), clock, 'uuid')
  tell('banks', withNeighbours(client.banks.pages({ limit: 40 })))
  tell('categories', withNeighbours(client.categories.pages()))
  tell('categories, in French', withNeighbours(client.categories.pages({ language: 'fr' })))
  tell('items', withNeighbours(user.items.pages()))
  tell('accounts', withNeighbours(user.accounts.pages({ limit: 1 })))
  tell('transactions', withNeighbours(user.transactions.pages({ limit: 40 })))
  tell('stocks', withNeighbours(user.stocks.pages({ limit: 5 })))
  tell('a stock', user.stocks.get(stock))
  tell('a refresh', user.items.refreshStatus(item))
  tell('a form', user.bankForm.url())
  tell('updated stocks', withNeighbours(user.stocks.updated({ since }).pages({ limit: 5 })))
  tell('updated transactions', withNeighbours(user.transactions.updated({ since }).pages()))
  tell('users', withNeighbours(client.users.pages({ limit: 2 })))
  tell('items of a user', withNeighbours(client.users.items(uuid).pages()))
  tell('transactions of an account', withNeighbours(user.accounts.transactions(account).pages({ limit: 40 })))
  tell('an item', user.items.get(item))
  tell('a started refresh', user.items.refresh(item))
  tell('how it goes on', user.items.watchRefresh(item))
  const process = () => EMPTY
  tell('what changes', user.transactions.watchUpdated({ since, every: 10_000, process }).pipe(take(3)))
  tell('a changed password', user.changePassword({ current: 'C4nari-1', next: 'C4nari-2' }))
  tell('a new user', client.users.create({ email: 'c4nari@example.org', password: 'C4nari-3' }))
  tell('a deleted item', user.items.delete(item))
  return reported
}
