import { fromNullable, type Option } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { listAccounts, listAccountTransactions, listUpdatedAccountTransactions } from '../api/accounts.js'
import { getBankForm } from '../api/bankForm.js'
import { listBanks } from '../api/banks.js'
import { type Language, listCategories } from '../api/categories.js'
import { getItem, getRefreshStatus, listItems, startRefresh } from '../api/items.js'
import { getStock, listStocks, listUpdatedStocks } from '../api/stocks.js'
import { listTransactions, listUpdatedTransactions } from '../api/transactions.js'
import { check } from '../codec/check.js'
import { id } from '../codec/id.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import { baseUrl } from '../http/baseUrl.js'
import type { RequestLine } from '../http/Request.js'
import type { ProfilePaths } from '../profile/ServiceProfile.js'
import { type ServiceVersion, supports } from '../profile/ServiceVersion.js'
import type { Service } from '../profile/Service.js'
import type { Parameters } from './readQuery.js'
import { Refusal } from './Refusal.js'

/** What a browser says in a question, decoded. */
export interface Question {
  /** That in the path; 0 where there is none. */
  readonly id: number
  readonly query: ReadonlyMap<string, unknown>
  readonly language: Language | undefined
}

/** Something that a browser may ask. */
export interface Operation {
  readonly key: keyof ProfilePaths
  /** How a browser asks for it, however the service is asked. */
  readonly method: 'GET' | 'POST'
  readonly isList: boolean
  readonly parameters: Parameters
  readonly request: (question: Question) => RequestLine
}

/** Rows pass as they are: their codec is the browser's. */
const anything = t.unknown

const limit = check(
  'a whole number, 1 to 500',
  (u): u is string => typeof u === 'string' && /^[1-9]\d{0,2}$/.test(u) && Number(u) <= 500,
)

/** Written as browsers read it: what one reader takes for a host, another takes for a name. */
const webPage = new t.Type<string, string>(
  'an https URL (http only to this machine)',
  t.string.is,
  (u, context) => {
    const url = t.string.is(u) && URL.canParse(u) ? new URL(u) : undefined
    return url !== undefined && baseUrl(url.origin) !== undefined ? t.success(url.href) : t.failure(u, context)
  },
  t.identity,
)

const one = (key: Operation['key'], request: Operation['request'], parameters: Parameters = {}): Operation => ({
  key,
  method: 'GET',
  isList: false,
  parameters,
  request,
})

const list = (key: Operation['key'], request: Operation['request'], parameters: Parameters = {}): Operation => ({
  key,
  method: 'GET',
  isList: true,
  parameters: { ...parameters, limit, handle: nonEmpty },
  request: (question) => {
    const line = request(question)
    const asked = question.query.get('limit') as string | undefined
    return { ...line, query: { ...line.query, limit: asked } }
  },
})

/** The form without an item would be another one. */
const itemOf = ({ query }: Question): number => {
  const item = query.get('item_id')
  if (item === undefined) throw new Refusal(400, 'bad_query', 'The parameter item_id is missing.')
  return item as number
}

const spoken = (version: ServiceVersion, { language }: Question): Language | undefined =>
  supports(version, 'language') ? language : undefined

/** All that a browser may ask of a service: it reads, and changes nothing, but for a refresh of what it reads. */
export const operations = (service: Service, environment: 'production' | 'sandbox'): ReadonlyArray<Operation> => {
  const { profile, version } = service
  const { parameter, format } = profile.since
  const since = ({ query }: Question): Option<Date> => fromNullable(query.get(parameter) as Date | undefined)
  const takesRedirect = environment === 'sandbox' && supports(version, 'redirectUrl')
  const redirect: Parameters = takesRedirect ? { redirect_url: webPage } : {}
  const redirectOf = ({ query }: Question) =>
    query.has('redirect_url') ? { redirectUrl: query.get('redirect_url') as string } : {}

  return [
    list('accounts', () => listAccounts(service, anything)),
    list('accountTransactions', ({ id }) => listAccountTransactions(service, anything, id)),
    list(
      'accountTransactionsUpdated',
      (question) => listUpdatedAccountTransactions(service, anything, question.id, since(question)),
      { [parameter]: format },
    ),
    list('banks', () => listBanks(service, anything)),
    list('categories', (question) => listCategories(service, anything, spoken(version, question))),
    list('items', () => listItems(service, anything)),
    list('stocks', () => listStocks(service, anything)),
    list('stocksUpdated', (question) => listUpdatedStocks(service, anything, since(question)), { [parameter]: format }),
    list('transactions', () => listTransactions(service, anything)),
    list('transactionsUpdated', (question) => listUpdatedTransactions(service, anything, since(question)), {
      [parameter]: format,
    }),
    one('item', ({ id }) => getItem(service, anything, id)),
    { ...one('refresh', ({ id }) => startRefresh(service, id)), method: 'POST' as const },
    one('stock', (question) => getStock(service, anything, question.id)),
    one(supports(version, 'refreshStatus') ? 'refreshStatus' : 'earlierRefreshStatus', (question) =>
      getRefreshStatus(service, anything, question.id),
    ),
    one('bankFormAdd', (question) => getBankForm(service, redirectOf(question)), redirect),
    one('bankFormEdit', (question) => getBankForm(service, { ...redirectOf(question), itemId: itemOf(question) }), {
      ...redirect,
      item_id: id,
    }),
  ].filter(({ key }) => profile.paths[key] !== null && supports(version, key))
}
