import { formPath, type FormSession, managementPath, type ManagementSession } from '../bankForms.js'
import { statusOf } from '../bridge2025/itemRow.js'
import { accountPlan } from '../data/accountRows.js'
import { createNewestEntries } from '../newestEntries.js'
import { failure, type SandboxResponse } from '../SandboxResponse.js'
import { isOffered, isSharedByDefault } from '../shareAccounts.js'
import type { State } from '../State.js'
import { callbackOf, submitForm } from '../submitForm.js'
import type { WireRequest } from '../WireRequest.js'
import { bankName, findBanks, hasBank } from './bankNames.js'
import { type FormDetails, formPage, type OfferedAccount } from './formPage.js'
import { advance, firstProgress, type FormEnd, type FormProgress } from './formProgress.js'
import { type ManagedItem, managementPage } from './managementPage.js'
import { markup } from './markup.js'
import { pageResponse, redirectTo } from './pageResponse.js'

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
