import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import { parse } from 'hono/utils/cookie'
import type { SandboxUser } from 'rxbank/sandbox'
import { plainPage } from './plainPage.js'

const cookie = 'session'

/** How long a session lasts, in seconds. */
const maxAge = 8 * 60 * 60

/** The users of the app; the last one has no bank yet. */
const names = ['Camille', 'Noor', 'Sam'] as const

/** What the server keeps of a person who is logged in. */
export interface Session {
  readonly name: string
  readonly userUuid: string
  /** The pages to return to from connect sessions, by the `context` of each. A context is used once. */
  readonly visits: Map<string, string>
}

const loginPage = (nonce: string | undefined, back: string) =>
  plainPage(
    nonce,
    'Log in',
    html`<h1>Daybook</h1>
      <p>Who are you? Everybody here is invented, so there is no password.</p>
      <form method="post" action="/login">
        <input type="hidden" name="back" value="${back}" />
        ${names.map((name) => html`<button name="name" value="${name}">Log in as ${name}</button>`)}
      </form>`,
  )

/** A path of this app, and never another address: only its own pages are returned to. */
const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(transactions|consents|sandbox)?(\?[^#\\\s]*)?$/.test(path) ? path : '/'

/** The app's own login, a toy: whoever chooses a name is in. */
export const createSessions = (users: () => ReadonlyArray<SandboxUser>) => {
  const sessions = new Map<string, Session>()

  const idOf = ({ headers }: Request): string => parse(headers.get('cookie') ?? '', cookie)[cookie] ?? ''

  const routes = new Hono<{ Variables: SecureHeadersVariables }>()
    .get('/login', (c) => c.html(loginPage(c.get('secureHeadersNonce'), ownPath(c.req.query('back')))))
    .post('/login', async (c) => {
      const { name, back } = await c.req.parseBody()
      const index = names.findIndex((known) => known === name)
      const user = users()[index]
      if (user === undefined) return c.redirect('/login', 303)
      const id = randomUUID()
      sessions.set(id, { name: names[index] ?? '', userUuid: user.uuid, visits: new Map() })
      setTimeout(() => sessions.delete(id), maxAge * 1000).unref()
      const secure = c.req.url.startsWith('https:')
      setCookie(c, cookie, id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge })
      return c.redirect(ownPath(back), 303)
    })
    .post('/logout', (c) => {
      sessions.delete(idOf(c.req.raw))
      deleteCookie(c, cookie, { path: '/' })
      return c.redirect('/login', 303)
    })

  return {
    routes,
    /** The session of a request; `undefined` if nobody is logged in, or another user than the page of the request has. */
    find: (request: Request): Session | undefined => {
      const session = sessions.get(idOf(request))
      const user = request.headers.get('x-page-user') ?? session?.name
      return session?.name === user ? session : undefined
    },
    /** Ends all sessions, as a restart of the server would. */
    forget: () => sessions.clear(),
  }
}

/** The sessions of the app. */
export type Sessions = ReturnType<typeof createSessions>
