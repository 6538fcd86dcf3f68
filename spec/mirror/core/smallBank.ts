import { of } from 'rxjs'
import {
  createClient,
  createVirtualClock,
  documentedProfile,
  type HttpRequest,
  type HttpResponse,
  type UserClient,
} from '../../../lib/index.js'
import { lastingToken } from '../../helpers/scripted.js'

/** A row as the service sends it. */
export interface SentRow {
  readonly id: number
  readonly [field: string]: unknown
}

type List = 'items' | 'accounts' | 'stocks' | 'transactions'

const start = Date.UTC(2026, 0, 15, 12)
const notFound: HttpResponse = { status: 404, headers: {}, body: '{"type":"not_found","message":"There is none"}' }

/**
 * A bank of one user whose lists a spec changes at will, also in ways that a sandbox does not have: a list is emptied, or
 * shifts between two pages, and rows vanish without a word.
 */
export const smallBank = (profile: typeof documentedProfile = documentedProfile) => {
  const clock = createVirtualClock({ start })
  const rows: Record<List, Array<SentRow>> = { items: [], accounts: [], stocks: [], transactions: [] }
  const asked: Array<string> = []
  /**
   * What a request is answered with in place of the rows, `undefined` for the rows; and whose rows these are, `undefined`
   * for those of the service, or what a replica had a while ago. `sent` is called with the rows of each page.
   */
  const answers: {
    instead: (path: string) => HttpResponse | undefined
    before: (path: string) => void
    from: (path: string, query: URLSearchParams) => typeof rows | undefined
    sent: (page: ReadonlyArray<SentRow>) => void
  } = {
    instead: () => undefined,
    before: () => undefined,
    from: () => undefined,
    sent: () => undefined,
  }
  /** What the service has now, for replicas that go on to show it. */
  const snapshot = (): typeof rows => ({
    items: [...rows.items],
    accounts: [...rows.accounts],
    stocks: [...rows.stocks],
    transactions: [...rows.transactions],
  })

  const ok = (body: unknown): HttpResponse => ({
    status: 200,
    headers: { date: new Date(clock.wall()).toUTCString() },
    body: JSON.stringify(body),
  })

  const page = (found: ReadonlyArray<SentRow>, path: string, query: URLSearchParams): HttpResponse => {
    const [first, limit] = [Number(query.get('after') ?? 0), Number(query.get('limit') ?? 50)]
    const next = new URLSearchParams(query)
    next.set('after', String(first + limit))
    const next_uri = found.length > first + limit ? `${path}?${next.toString()}` : null
    const resources = found.slice(first, first + limit)
    answers.sent(resources)
    return ok({ resources, pagination: { next_uri } })
  }

  const answer = (path: string, query: URLSearchParams): HttpResponse => {
    const [, list = '', rest] = /\/(items|accounts|stocks|transactions)(?:\/(\w+))?$/.exec(path) ?? []
    const all = (answers.from(path, query) ?? rows)[list as List]
    const since = query.get('since')
    if (rest === 'updated' || since !== null)
      return page(
        all.filter(({ updated_at }) => since === null || String(updated_at) >= since),
        path,
        query,
      )
    if (rest === undefined)
      return page(
        all.filter(({ is_deleted, deleted }) => is_deleted !== true && deleted !== true),
        path,
        query,
      )
    const one = all.find(({ id }) => String(id) === rest)
    return one === undefined ? notFound : ok(one)
  }

  const http = ({ url }: HttpRequest) => {
    const [path = '', query = ''] = url.replace(/^https?:\/\/[^/]*/, '').split('?')
    asked.push(path)
    answers.before(url)
    return of(answers.instead(path) ?? answer(path, new URLSearchParams(query)))
  }

  const config = { baseUrl: 'https://bank.example', clientId: 'a', clientSecret: 'b', http, clock, retry: { count: 0 } }
  const userOf = (played: typeof documentedProfile, token$ = of(lastingToken())): UserClient =>
    createClient({ ...config, profile: played }).user({ token$ })
  const user = userOf(profile)

  const stamp = () => ({ updated_at: new Date(clock.wall()).toISOString() })
  let last = 0
  const item = (id = ++last) => {
    rows.items.push({ id, status: 0, provider_id: 1, bank_id: 1 })
    return id
  }
  const account = (item_id: number, id = ++last) => {
    rows.accounts.push({ id, item_id, name: 'checking', balance: 0, currency_code: 'EUR' })
    return id
  }
  const transaction = (account_id: number, amount = -30, id = ++last) => {
    rows.transactions.unshift({
      id,
      account_id,
      amount,
      currency_code: 'EUR',
      description: 'Spotify',
      date: '2026-01-10',
      ...stamp(),
    })
    return id
  }
  const stock = (account_id: number, id = ++last) => {
    rows.stocks.unshift({ id, account_id, quantity: 1, currency_code: 'EUR', ...stamp() })
    return id
  }
  /** Takes a row out of a list, without a word. */
  const vanish = (list: List, id: number) => {
    rows[list] = rows[list].filter((row) => row.id !== id)
  }
  /** Takes an item away, with all that belongs to it, as the service does. */
  const disconnect = (item_id: number) => {
    vanish('items', item_id)
    const theirs = rows.accounts.filter((row) => row.item_id === item_id).map(({ id }) => id)
    rows.accounts = rows.accounts.filter(({ id }) => !theirs.includes(id))
    for (const list of ['stocks', 'transactions'] as const)
      rows[list] = rows[list].filter(({ account_id }) => !theirs.includes(account_id as number))
  }

  /** Changes a transaction, as of now. */
  const change = (id: number, changes: object) => {
    rows.transactions = rows.transactions.map((row) => (row.id === id ? { ...row, ...stamp(), ...changes } : row))
  }

  return {
    ...{ clock, rows, asked, answers, user, userOf, snapshot },
    ...{ item, account, transaction, stock, vanish, disconnect, stamp, change },
  }
}
