import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../../base/codec/calendar.js'
import { timestamp } from '../../../base/codec/timestamp.js'
import type { TransactionRow } from '../data/transactionRows.js'
import { userOperation } from '../itemOperations.js'
import { page } from '../listPage.js'
import { lastEnded } from '../refreshes.js'
import type { Call } from '../router.js'
import { notFound, type SandboxResponse } from '../SandboxResponse.js'
import { type AccountRow, accountRows, type ItemState, type UserState } from '../sandboxUsers.js'
import { findStockId, foundResponse } from '../singleResources.js'
import { rowsSource } from '../State.js'
import { parameterError } from './errors2025.js'
import { itemRow } from './itemRow.js'
import { demoBank, filterSource, omitEmpty, stockRow, transactionRow } from './rows2025.js'

type Decoded<A> = Either<SandboxResponse, A>

/** The time in a parameter, in milliseconds since 1970; `fallback` if the parameter is left out. */
const timeParameter = ({ parameters }: Call, name: string, fallback: number): Decoded<number> => {
  const text = parameters.get(name)
  if (text === null) return right(fallback)
  const decoded = timestamp.decode(text)
  return isLeft(decoded) ? left(parameterError(name, 'must be a timestamp')) : right(decoded.right.getTime())
}

const dayParameter = ({ parameters }: Call, name: string, fallback: string): Decoded<string> => {
  const text = parameters.get(name) ?? fallback
  return text === fallback || plainDate.is(text) ? right(text) : left(parameterError(name, 'must be a day, YYYY-MM-DD'))
}

/** The id in `account_id`; `undefined` without one. Inferred: the response is 404 for an account of another user. */
const accountParameter = ({ items }: UserState, { parameters }: Call): Decoded<number | undefined> => {
  const accountId = parameters.get('account_id')
  if (accountId === null) return right(undefined)
  const found = items.flatMap(({ accounts }) => accounts).find(({ id }) => String(id) === accountId)
  return found === undefined ? left(notFound('There is no such account')) : right(found.id)
}

/**
 * A predicate for transactions within the days and times in a request; `undefined` without limits. Inferred: both
 * limits are included.
 */
const rangeParameters = (call: Call): Decoded<((row: TransactionRow) => boolean) | undefined> => {
  const names = ['until', 'min_date', 'max_date']
  const until = timeParameter(call, 'until', Infinity)
  // As text, '' sorts before every day and '~' after every day.
  const [minDate, maxDate] = [dayParameter(call, 'min_date', ''), dayParameter(call, 'max_date', '~')]
  if (isLeft(until)) return until
  if (isLeft(minDate)) return minDate
  return map((last: string) =>
    names.some((name) => call.parameters.has(name))
      ? ({ date, updated_at }: TransactionRow) =>
          Date.parse(updated_at) <= until.right && date >= minDate.right && date <= last
      : undefined,
  )(maxDate)
}

/** The fields of an account to whose data the user gives no access. Documented: such an account has no other fields. */
const alwaysShown = ['id', 'name', 'updated_at', 'last_refresh_status', 'type', 'item_id', 'provider_id', 'data_access']

/** The field for the balance that the bank sends. `balance` has the same value. */
const balanceName = (type: AccountRow['type']) => (type === 'card' ? 'instant_balance' : 'accounting_balance')

/** An account of an item in the format of this API version. */
const accountRow = (
  row: AccountRow,
  item: ItemState,
  { inaccessibleAccounts }: Pick<UserState, 'inaccessibleAccounts'>,
  now: number,
) => {
  const isDisabled = inaccessibleAccounts.has(row.id)
  const { id, name, balance, updated_at, type, currency_code, item_id, bank_id, iban } = row
  const lastOutcome = lastEnded(item.refresh, now)?.outcome
  const allFields = omitEmpty({
    name,
    balance,
    [balanceName(type)]: balance,
    updated_at,
    last_refresh_status: lastOutcome && (lastOutcome === 'finished' ? 'successful' : 'failed'),
    type,
    currency_code,
    item_id,
    provider_id: bank_id ?? demoBank,
    data_access: isDisabled ? 'disabled' : 'enabled',
    pro: row.is_pro,
    paused: false,
    iban,
    iban_filled_manually: iban === null ? null : false,
    loan_details: row.loan_details,
    savings_details: row.savings_details,
  })
  const fields = Object.entries(allFields).filter(([field]) => !isDisabled || alwaysShown.includes(field))
  return { id, ...(Object.fromEntries(fields) as object) }
}

const findItem = ({ items }: UserState, id: string): ItemState | undefined =>
  items.find((candidate) => String(candidate.id) === id)

const answerWith = <A>(decoded: Either<SandboxResponse, A>, answer: (value: A) => SandboxResponse): SandboxResponse =>
  isLeft(decoded) ? decoded.left : answer(decoded.right)

/** The items of a user. */
export const items = userOperation((user, call) =>
  page(call, rowsSource(user.items.map((item) => itemRow(item, call.state.world.now()))), (rows) => rows),
)

/** One item. */
export const item = userOperation((user, { match, state }) => {
  const found = findItem(user, match.id)
  return foundResponse(found && itemRow(found, state.world.now()), 'item')
})

const listAccounts = (user: UserState, { state: { world } }: Call, selectedItems = user.items) =>
  selectedItems.flatMap((owner) =>
    accountRows(user, owner, world).map((row) => accountRow(row, owner, user, world.now())),
  )

/** The accounts of a user, or of one item. */
export const accounts = userOperation((user, call) => {
  const itemId = call.parameters.get('item_id')
  const selectedItems = user.items.filter(({ id }) => itemId === null || String(id) === itemId)
  return page(call, rowsSource(listAccounts(user, call, selectedItems)), (rows) => rows)
})

/** One account. */
export const account = userOperation((user, call) => {
  const found = listAccounts(user, call).find(({ id }) => String(id) === call.match.id)
  return foundResponse(found, 'account')
})

/**
 * The transactions of a user, or of one account. Inferred: without `since` the list has all transactions that are not
 * deleted; with it, all that were inserted, changed or deleted at that moment or later, the last change first.
 */
export const transactions = userOperation((user, call) =>
  answerWith(timeParameter(call, 'since', -Infinity), (since) =>
    answerWith(accountParameter(user, call), (id) =>
      answerWith(rangeParameters(call), (isWithin) => {
        const { ledger } = user
        const source = since === -Infinity ? ledger.list(id) : ledger.updated(since, id)
        return page(call, isWithin === undefined ? source : filterSource(source, isWithin), (rows) =>
          rows.map(transactionRow),
        )
      }),
    ),
  ),
)

/** One transaction. Inferred: a deleted transaction is answered with 404. */
export const transaction = userOperation(({ ledger }, { match }) => {
  const row = ledger.get(Number(match.id))
  return foundResponse(row && transactionRow(row), 'transaction')
})

/** The stocks of a user, or of one account, or those whose price changed at a moment or later. */
export const stocks = userOperation((user, call) =>
  answerWith(timeParameter(call, 'since', -Infinity), (since) =>
    answerWith(accountParameter(user, call), (id) => {
      const { portfolio } = user
      const source = since === -Infinity ? portfolio.list() : portfolio.updated(since)
      const ofAccount = id === undefined ? source : filterSource(source, ({ account_id }) => account_id === id)
      return page(call, ofAccount, (rows) => rows.map(stockRow))
    }),
  ),
)

/** One stock. */
export const stock = userOperation((user, call) => {
  const id = findStockId(user, call)
  return foundResponse(id === undefined ? undefined : stockRow(user.portfolio.row(id)), 'stock')
})
