import { createNewestEntries } from './newestEntries.js'
import type { ItemPlan, ItemState, UserState } from './sandboxUsers.js'
import { draw, drawUuid } from './seededRandom.js'

/** The steps at which users leave a form, with the values of API version 2025-01-15. */
export type FormStep =
  | 'highlighted_banks'
  | 'bank_creds_form'
  | 'edit_bank_creds_form'
  | 'otp_form'
  | 'sync_in_progress'
  | 'sync_error'
  | 'sync_success'

/** A bank form that was opened for a user: to edit `item`, or to connect a new item if that is `undefined`. */
export interface FormSession {
  readonly user: UserState
  readonly item: ItemState | undefined
  readonly redirectUrl: string | undefined
  /** Whether the URL of the callback has `user_uuid`. */
  readonly hasUserUuid: boolean
  /** The options of the new item. */
  readonly plan?: ItemPlan
  /** How many accounts the user may choose to share; `undefined` if the user does not choose. */
  readonly maxShared?: number
  /** The origin of the page that may show the form in an iframe. */
  readonly parentUrl?: string
  /** Additional parameters for the URL of the callback; `step` is where a user left without success. */
  readonly callbackParameters?: (step: FormStep | undefined) => Readonly<Record<string, string>>
  /** The name of the user management session that the user returns to, without a callback. */
  readonly returnsTo?: string
  /** Whether the user only chooses which accounts to share, without a login. */
  readonly isChoiceOnly?: boolean
}

/** A user management session that was opened for a user. */
export interface ManagementSession extends Pick<FormSession, 'user' | 'redirectUrl' | 'plan' | 'maxShared'> {
  /** The parameters that are added to the URL of the callback. */
  readonly callbackParameters: Readonly<Record<string, string>>
}

/** The origin of a page, and whether its URL contains the URL that it redirects to. */
interface OpenConfig {
  /** The origin of the sandbox, if the request came over a port. */
  readonly origin?: string | undefined
  readonly showsRedirect?: boolean
}

/** The bank forms and user management sessions that are open. */
export interface BankForms {
  /** Opens a form; returns its URL. */
  readonly open: (session: FormSession, config?: OpenConfig) => string
  /** The open form with this name; `undefined` if there is none. */
  readonly find: (name: string) => FormSession | undefined
  /** Closes the form at a URL and returns its session; `undefined` if no form is open at the URL. */
  readonly close: (url: string) => FormSession | undefined
  /** Opens a user management session; returns its URL. */
  readonly manage: (session: ManagementSession, config?: OpenConfig) => string
  /** The open user management session with this name; `undefined` if there is none. */
  readonly findManagement: (name: string) => ManagementSession | undefined
}

/** The paths of the pages of a form, and of a user management session. */
export const [formPath, managementPath] = ['/session/', '/manage/'] as const

const defaultOrigin = 'https://connect.sandbox.invalid'

const formUrl = /^(?:https:\/\/connect\.sandbox\.invalid|http:\/\/127\.0\.0\.1:\d+)\/session\/([^/?#]+)(?:$|\?)/

/** The number of newest sessions of each kind that are kept. */
const maxSessions = 1000

/** Creates the store of open bank forms and user management sessions. */
export const createBankForms = (seed: number): BankForms => {
  const forms = createNewestEntries<FormSession>(maxSessions)
  const managements = createNewestEntries<ManagementSession>(maxSessions)
  const formSeed = draw(seed, 0xf0f0)
  let openedCount = 0
  const newName = (): string => drawUuid(draw(formSeed, ++openedCount))
  return {
    open: (session, { origin = defaultOrigin, showsRedirect = false } = {}) => {
      const name = newName()
      forms.set(name, session)
      const { redirectUrl } = session
      const query =
        redirectUrl === undefined || !showsRedirect ? '' : `?redirect_url=${encodeURIComponent(redirectUrl)}`
      return `${origin}${formPath}${name}${query}`
    },
    find: forms.get,
    close: (url) => {
      const name = formUrl.exec(url)?.[1] ?? ''
      const session = forms.get(name)
      forms.delete(name)
      return session
    },
    manage: (session, { origin = defaultOrigin } = {}) => {
      const name = newName()
      managements.set(name, session)
      return `${origin}${managementPath}${name}`
    },
    findManagement: managements.get,
  }
}
