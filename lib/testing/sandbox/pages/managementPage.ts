import { type Html, markup } from './markup.js'
import type { PageContent } from './pageResponse.js'

/** An item as the management page shows it. */
export interface ManagedItem {
  readonly id: number
  readonly bank: string
  readonly status: number
  /** How many of its accounts are shared, and how many there are. */
  readonly sharedCount: number
  readonly accountCount: number
}

/** What each status of an item means to its user. */
const statusWords: Readonly<Record<number, string>> = {
  0: 'Up to date',
  [-2]: 'Your bank is being read for the first time',
  [-3]: 'Your bank is being read again',
  402: 'Your bank no longer accepts this login',
  429: 'Your bank asks you to log in there and accept its terms',
  430: 'Your bank wants a new password',
  1003: 'Your bank cannot be reached',
  1005: 'This account cannot be read',
  1007: 'Your bank cannot be read at the moment',
  1009: 'Some of your transactions are missing',
  1010: 'Your bank asks you to confirm that it is you',
  1099: 'Your account has moved to another bank',
  1100: 'Your professional accounts have to be confirmed',
}

/** Whether an item needs its user. Documented: every status except 0. A new or changed item is still being read. */
const needsUser = ({ status }: ManagedItem): boolean => status !== 0 && status !== -2 && status !== -3

const button = (action: string, id: number, text: string, bank: string, isMain = false): Html =>
  markup`<button${isMain ? markup` class="main"` : undefined} name="${action}" value="${id}" aria-label="${text}: ${bank}, connection ${id}">${text}</button>`

const card = (item: ManagedItem): Html => {
  const { id, bank, status, sharedCount, accountCount } = item
  const isBroken = needsUser(item)
  return markup`<li class="card${isBroken ? ' alert' : ''}">
<h3>${bank}</h3>
<p>${statusWords[status] ?? `Your bank reports an unknown status: ${String(status)}`}</p>
<p>${accountCount === 0 ? 'No account has been read yet' : `${String(sharedCount)} of ${String(accountCount)} accounts shared`}</p>
<div class="actions">${isBroken ? button('repair', id, 'Repair', bank, true) : undefined}
${accountCount === 0 ? undefined : button('accounts', id, 'Manage shared accounts', bank)}</div>
</li>
`
}

const section = (title: string, items: ReadonlyArray<ManagedItem>): Html | undefined =>
  items.length === 0 ? undefined : markup`<h2>${title}</h2><ul class="list">${items.map(card)}</ul>`

/** The page with all items of a user. Those that need the user come first. */
export const managementPage = (items: ReadonlyArray<ManagedItem>, returnUrl: string | undefined): PageContent => ({
  title: 'Your banks',
  body: markup`<form method="post">
${section('Action required', items.filter(needsUser))}
${section(
  'Connected',
  items.filter((item) => !needsUser(item)),
)}
${items.length === 0 ? markup`<p>No bank is connected.</p>` : undefined}
<div class="actions"><button class="main" name="add" value="1">Add a new bank connection</button>
${returnUrl === undefined ? undefined : markup`<a class="button" href="${returnUrl}">Back to the app</a>`}</div>
</form>`,
})
