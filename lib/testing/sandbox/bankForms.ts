import type { RefreshOutcome } from './refreshes.js'
import type { ItemPlan, ItemState, UserState } from './sandboxUsers.js'
import { draw, drawUuid } from './seededRandom.js'

/** A bank form that was opened for a user: to edit `item`, or to connect a new item if that is `undefined`. */
export interface FormSession {
  readonly user: UserState
  readonly item: ItemState | undefined
  readonly redirectUrl: string | undefined
  /** Whether the URL of the callback has `user_uuid`. */
  readonly hasUserUuid: boolean
  /** The options of the new item. */
  readonly plan?: ItemPlan
  /** Additional parameters for the URL of the callback. */
  readonly callbackParameters?: (outcome: RefreshOutcome) => Readonly<Record<string, string>>
}

/** The bank forms that are open. */
export interface BankForms {
  /** Opens a form; returns its URL. */
  readonly open: (session: FormSession, showsRedirect?: boolean) => string
  /** Closes the form at a URL and returns its session; `undefined` if no form is open at the URL. */
  readonly close: (url: string) => FormSession | undefined
}

const address = 'https://connect.sandbox.invalid/session/'
const maxSessions = 1000

/** Creates the store of open bank forms, which keeps the newest 1000. */
export const createBankForms = (seed: number): BankForms => {
  const sessions = new Map<string, FormSession>()
  const formSeed = draw(seed, 0xf0f0)
  let openedCount = 0
  return {
    open: (session, showsRedirect = true) => {
      const name = drawUuid(draw(formSeed, ++openedCount))
      sessions.set(name, session)
      for (const oldest of sessions.keys()) if (sessions.size > maxSessions) sessions.delete(oldest)
      const { redirectUrl } = session
      return `${address}${name}${redirectUrl === undefined || !showsRedirect ? '' : `?redirect_url=${encodeURIComponent(redirectUrl)}`}`
    },
    close: (url) => {
      const [name = ''] = url.startsWith(address) ? url.slice(address.length).split('?', 1) : []
      const session = sessions.get(name)
      sessions.delete(name)
      return session
    },
  }
}
