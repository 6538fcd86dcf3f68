import { formPath, type FormSession, managementPath, type ManagementSession } from '../bankForms.js'
import { statusOf } from '../bridge2025/itemRow.js'
import { accountPlan } from '../data/accountRows.js'
import type { BankRow } from '../data/bankRows.js'
import { createNewestEntries } from '../newestEntries.js'
import { failure, type SandboxResponse } from '../SandboxResponse.js'
import { isOffered, isSharedByDefault } from '../shareAccounts.js'
import type { State } from '../State.js'
import { callbackOf, submitForm } from '../submitForm.js'
import type { WireRequest } from '../WireRequest.js'
import { listStart } from '../World.js'
import { type FormDetails, formPage, type OfferedAccount, type ShownBank } from './formPage.js'
import { advance, firstProgress, type FormEnd, type FormProgress } from './formProgress.js'
import { type Html, markup } from './markup.js'
import { type PageContent, pageResponse, redirectTo } from './pageResponse.js'

/** An item as the management page shows it. */
interface ManagedItem {
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
const managementPage = (items: ReadonlyArray<ManagedItem>, returnUrl: string | undefined): PageContent => ({
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

/** The maximum number of banks on a page. */
const maxShownBanks = 20

const toShownBank = ({ id, name, country_code }: BankRow, demoBank: number | undefined): ShownBank =>
  id === demoBank ? { id, name: 'Demo Bank', country: 'FR' } : { id, name, country: country_code }

const rowOf = ({ banks }: State, id: number): BankRow | undefined => {
  if (!Number.isSafeInteger(id)) return undefined
  const [key] = banks.after({ rank: 0, id: id + 0.5 }, 1)
  return key?.id === id ? banks.row(key) : undefined
}

/** Whether there is a bank with an id. */
const hasBank = (state: State, id: number): boolean => rowOf(state, id) !== undefined

/** The name of a bank. */
const bankName = (state: State, id: number | null | undefined): string => {
  const row = id === null || id === undefined ? undefined : rowOf(state, id)
  return row === undefined ? 'the bank' : toShownBank(row, state.world.demoBank).name
}

/**
 * Finds the banks whose name contains a text, sorted by name after the test bank. Returns the first of them, and the number
 * of all.
 */
const findBanks = (
  { banks, world: { demoBank } }: State,
  search: string,
): { readonly banks: ReadonlyArray<ShownBank>; readonly bankCount: number } => {
  const text = search.trim().toLowerCase()
  const found = banks
    .after(listStart, Infinity)
    .map((key) => toShownBank(banks.row(key), demoBank))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .sort((a, b) => Number(b.id === demoBank) - Number(a.id === demoBank) || a.name.localeCompare(b.name))
  return { banks: found.slice(0, maxShownBanks), bankCount: found.length }
}

/** Answers the requests of a browser for the pages of forms; `undefined` for all other requests. */
export type HostedPages = (request: WireRequest) => SandboxResponse | undefined

/** The number of newest forms whose progress is kept. */
const maxForms = 1000

const maxSearchLength = 100

const sessionEnded = pageResponse(
  {
    title: 'This session has ended',
    body: markup`<p>Go back to the app and start again.</p>`,
  },
  404,
)

const methodError = failure(405, 'method_not_allowed', 'This path allows only GET, POST', { allow: 'GET, POST' })

/** The accounts that a form offers: those of its item, or those that a new item will have. */
const offeredAccounts = ({ user, item, plan }: FormSession): ReadonlyArray<OfferedAccount> => {
  const types = plan?.accountTypes ?? 'all'
  if (item === undefined) {
    const accounts = accountPlan[0].map(([name, type]) => ({ name, type, isShared: true }))
    return accounts.filter(isOffered(types))
  }
  const isShared = isSharedByDefault(user, item, types)
  return item.bankAccounts
    .filter(isOffered(types))
    .map((account) => ({ name: account.name, type: account.type, isShared: isShared(account) }))
}

/** Creates the pages in which a person goes through the forms of a sandbox. They need no script. */
export const createHostedPages = (state: State): HostedPages => {
  const { forms, users } = state
  const progressByForm = createNewestEntries<readonly [session: FormSession, progress: FormProgress]>(maxForms)

  const stillExists = ({ user, item }: Pick<FormSession, 'user'> & Partial<Pick<FormSession, 'item'>>): boolean =>
    users.at(user.index) === user && (item === undefined || user.items.includes(item))

  const find = (name: string): readonly [session: FormSession, progress: FormProgress] | undefined => {
    const [session, progress] = progressByForm.get(name) ?? []
    if (session !== undefined && progress?.state.at === 'end') return [session, progress]
    const open = forms.find(name)
    return open === undefined || !stillExists(open) ? undefined : [open, progress ?? firstProgress(open)]
  }

  const returnUrlOf = (session: FormSession, url: string): string | undefined => {
    if (session.returnsTo !== undefined) return `..${managementPath}${session.returnsTo}`
    return session.redirectUrl === undefined ? undefined : url
  }

  const endForm = (url: string, session: FormSession, { bankId }: FormProgress, end: FormEnd): FormProgress => {
    forms.close(url)
    const { item, plan } = session
    if (end.type === 'leave') {
      const returnUrl = returnUrlOf(session, callbackOf(session, item, end.step))
      return { bankId, state: { at: 'end', isSuccess: false, returnUrl } }
    }
    const { refresh, share } = end
    const chosenSession = { ...session, plan: { ...plan, ...(bankId === undefined ? {} : { bankId }) } }
    const callback = submitForm(state, chosenSession, {
      ...refresh,
      share:
        share &&
        (({ bankAccounts }) => {
          const offered = bankAccounts.filter(isOffered(plan?.accountTypes ?? 'all'))
          return share.flatMap((position) => offered[position]?.id ?? [])
        }),
    })
    const isSuccess = (refresh.outcome ?? 'finished') === 'finished'
    return { bankId, state: { at: 'end', isSuccess, returnUrl: returnUrlOf(session, callback) } }
  }

  const answerForm = (name: string, { method, body, query }: WireRequest): SandboxResponse => {
    const found = find(name)
    if (found === undefined) return sessionEnded
    const [session, progress] = found
    const accounts = offeredAccounts(session)
    if (method === 'POST') {
      const next = advance(progress, session, new URLSearchParams(body), {
        hasBank: (id) => hasBank(state, id),
        accountCount: accounts.length,
      })
      const url = `https://connect.sandbox.invalid${formPath}${name}`
      progressByForm.set(name, [session, 'end' in next ? endForm(url, session, progress, next.end) : next.progress])
      return redirectTo(name)
    }
    const search = (new URLSearchParams(query).get('q') ?? '').slice(0, maxSearchLength)
    const details: FormDetails = {
      bankName: bankName(state, progress.bankId),
      search,
      accounts,
      isRead: session.item !== undefined && session.item.accounts.length > 0,
      ...(progress.state.at === 'banks' ? findBanks(state, search) : { banks: [], bankCount: 0 }),
    }
    const { parentUrl } = session
    return pageResponse({ ...formPage(progress, session, details), error: progress.error, parentUrl })
  }

  const managedItems = ({ user }: ManagementSession): ReadonlyArray<ManagedItem> =>
    user.items.map((item) => ({
      id: item.id,
      bank: bankName(state, item.bankId),
      status: statusOf(item, state.world.now()).status,
      sharedCount: item.accounts.filter(({ id }) => !user.inaccessibleAccounts.has(id)).length,
      accountCount: item.accounts.length,
    }))

  const managementCallback = ({ redirectUrl, callbackParameters }: ManagementSession): string | undefined => {
    if (redirectUrl === undefined) return undefined
    const url = new URL(redirectUrl)
    for (const [name, value] of Object.entries(callbackParameters)) url.searchParams.append(name, value)
    return url.href
  }

  const answerManagement = (name: string, { method, body }: WireRequest): SandboxResponse => {
    const session = forms.findManagement(name)
    if (session === undefined || !stillExists(session)) return sessionEnded
    if (method === 'GET') return pageResponse(managementPage(managedItems(session), managementCallback(session)))
    const fields = new URLSearchParams(body)
    const { user, plan, maxShared } = session
    const itemId = fields.get('repair') ?? fields.get('accounts')
    const item = user.items.find(({ id }) => String(id) === itemId)
    if (item === undefined && !fields.has('add')) return redirectTo(name)
    const form = forms.open({
      user,
      item,
      redirectUrl: undefined,
      hasUserUuid: true,
      returnsTo: name,
      ...(plan === undefined ? {} : { plan }),
      ...(maxShared === undefined ? {} : { maxShared }),
      ...(fields.has('accounts') ? { isChoiceOnly: true } : {}),
    })
    return redirectTo(`..${new URL(form).pathname}`)
  }

  return (request) => {
    const { method, path } = request
    const isForm = path.startsWith(formPath)
    if (!isForm && !path.startsWith(managementPath)) return undefined
    if (method !== 'GET' && method !== 'POST') return methodError
    return isForm
      ? answerForm(path.slice(formPath.length), request)
      : answerManagement(path.slice(managementPath.length), request)
  }
}
