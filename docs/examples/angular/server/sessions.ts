import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { SandboxUser } from 'rxbank/sandbox'

const cookie = 'session'
/** How long a session lasts, in seconds. */
const maxAge = 8 * 60 * 60
const names = ['Camille', 'Noor'] as const

/** The app's own login, a toy: who chooses a name is in. What it keeps of a session is on the server alone. */
export const createSessions = (users: ReadonlyArray<SandboxUser>) => {
  const open = new Map<string, number>()

  const shown = (index: number | undefined) => {
    const user = index === undefined ? undefined : users[index]
    return { user: user === undefined ? null : { name: names[index ?? 0], uuid: user.uuid } }
  }

  const routes = new Hono()
    .get('/', (c) => c.json(shown(open.get(getCookie(c, cookie) ?? ''))))
    .post('/', async (c) => {
      const { name } = await c.req.json<{ name?: unknown }>()
      const index = names.findIndex((known) => known === name)
      if (index === -1) return c.json({ user: null }, 422)
      const id = randomUUID()
      open.set(id, index)
      setTimeout(() => open.delete(id), maxAge * 1000).unref()
      const secure = c.req.url.startsWith('https:')
      setCookie(c, cookie, id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge })
      return c.json(shown(index))
    })
    .delete('/', (c) => {
      open.delete(getCookie(c, cookie) ?? '')
      deleteCookie(c, cookie, { path: '/' })
      return c.json(shown(undefined))
    })

  return {
    routes,
    /** Who asks, as the service knows him; nobody without a session. */
    identity: ({ headers }: Request) => {
      const id = parse(headers.get('cookie') ?? '', cookie)[cookie]
      const user = users[open.get(id ?? '') ?? -1]
      return user === undefined ? undefined : { userUuid: user.uuid }
    },
    /** Ends all sessions, as a restart of the server would. */
    forget: () => open.clear(),
  }
}

/** The sessions of the app. */
export type Sessions = ReturnType<typeof createSessions>
