import { draw, drawUuid } from './random.js'
import type { ItemState, UserState } from './users.js'

/** The bank form as it was opened for a user: to edit an item, or without one to connect another. */
export interface FormSession {
  readonly user: UserState
  readonly item: ItemState | undefined
  readonly redirectUrl: string | undefined
  /** Whether the callback says who the user is. */
  readonly namesUser: boolean
}

/** The bank forms that are open. */
export interface Forms {
  /** Opens one; answers its URL. */
  readonly open: (session: FormSession) => string
  /** Closes the one at a URL, if it is open, and answers what it was opened for. */
  readonly close: (url: string) => FormSession | undefined
}

const address = 'https://connect.sandbox.invalid/session/'
const kept = 1000

/** Keeps the bank forms that were opened, the newest 1000. */
export const createForms = (seed: number): Forms => {
  const sessions = new Map<string, FormSession>()
  const formSeed = draw(seed, 0xf0f0)
  let opened = 0
  return {
    open: (session) => {
      const name = drawUuid(draw(formSeed, ++opened))
      sessions.set(name, session)
      for (const oldest of sessions.keys()) if (sessions.size > kept) sessions.delete(oldest)
      const { redirectUrl } = session
      return `${address}${name}${redirectUrl === undefined ? '' : `?redirect_url=${encodeURIComponent(redirectUrl)}`}`
    },
    close: (url) => {
      const [name = ''] = url.startsWith(address) ? url.slice(address.length).split('?', 1) : []
      const session = sessions.get(name)
      sessions.delete(name)
      return session
    },
  }
}
