import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import type { Call } from '../Call.js'
import { userOperation } from '../itemOperations.js'
import { page } from '../listPage.js'
import type { SandboxResponse } from '../SandboxResponse.js'
import { accountRows, type ItemState, type UserState } from '../sandboxUsers.js'
import { answerFound, stockIdOf } from '../singleResources.js'
import { rowsSource } from '../State.js'
import { accountRow } from './accountRow.js'
import { filterSource } from './filterSource.js'
import { itemRow } from './itemRow.js'
import { accountParameter, momentParameter, rangeParameters } from './queryParameters2025.js'
import { stockRow, transactionRow } from './rows2025.js'

const itemOf = ({ items }: UserState, id: string): ItemState | undefined =>
  items.find((candidate) => String(candidate.id) === id)

const answerWith = <A>(decoded: Either<SandboxResponse, A>, answer: (value: A) => SandboxResponse): SandboxResponse =>
  isLeft(decoded) ? decoded.left : answer(decoded.right)

/** The items of a user. */
export const items = userOperation((user, call) =>
  page(call, rowsSource(user.items.map((item) => itemRow(item, call.state.world.now()))), (rows) => rows),
)

/** One item. */
export const item = userOperation((user, { match, state }) => {
  const found = itemOf(user, match.id)
  return answerFound(found && itemRow(found, state.world.now()), 'item')
})

const accountsOf = (user: UserState, { state: { world } }: Call, selectedItems = user.items) =>
  selectedItems.flatMap((owner) =>
    accountRows(user, owner, world).map((row) => accountRow(row, owner, user, world.now())),
  )

/** The accounts of a user, or of one item. */
export const accounts = userOperation((user, call) => {
  const itemId = call.parameters.get('item_id')
  const selectedItems = user.items.filter(({ id }) => itemId === null || String(id) === itemId)
  return page(call, rowsSource(accountsOf(user, call, selectedItems)), (rows) => rows)
})

/** One account. */
export const account = userOperation((user, call) => {
  const found = accountsOf(user, call).find(({ id }) => String(id) === call.match.id)
  return answerFound(found, 'account')
})

/**
 * The transactions of a user, or of one account. Inferred: without `since` the list has all transactions that are not
 * deleted; with it, all that were inserted, changed or deleted at that moment or later, the last change first.
 */
export const transactions = userOperation((user, call) =>
  answerWith(momentParameter(call, 'since', -Infinity), (since) =>
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
  return answerFound(row && transactionRow(row), 'transaction')
})

/** The stocks of a user, or of one account, or those whose price changed at a moment or later. */
export const stocks = userOperation((user, call) =>
  answerWith(momentParameter(call, 'since', -Infinity), (since) =>
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
  const id = stockIdOf(user, call)
  return answerFound(id === undefined ? undefined : stockRow(user.portfolio.row(id)), 'stock')
})
