import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Client } from 'rxbank'
import { type Bridge2025Resources, connectSession, parseConnectCallback } from 'rxbank/bridge'
import { firstValueFrom } from 'rxjs'
import type { Sessions } from './sessions.js'

/** What the page asks for. */
interface Visit {
  /** The item to repair or renew, `null` for a bank to add. */
  readonly itemId: number | null
  /** The page to return to. */
  readonly page: '/' | '/consents'
}

/** Reads a body; `undefined` if it is none that the page sends. */
const readVisit = async (request: Request): Promise<Visit | undefined> => {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return undefined
  const { itemId = null, from } = body as { readonly itemId?: unknown; readonly from?: unknown }
  const page = from === '/consents' ? '/consents' : '/'
  if (itemId === null) return { itemId, page }
  return typeof itemId === 'number' && Number.isSafeInteger(itemId) && itemId > 0 ? { itemId, page } : undefined
}

/**
 * Opens connect sessions of the person who is logged in, and reads what comes back. A gateway does neither: where a browser
 * goes, and whose bank it connects, is decided here.
 */
export const connect = (client: Client<Bridge2025Resources>, sessions: Sessions) =>
  new Hono()
    .post('/api/connect', async (c) => {
      const session = sessions.find(c.req.raw)
      if (session === undefined) return c.json({ type: 'not_logged_in' }, 401)
      const visit = await readVisit(c.req.raw)
      if (visit === undefined) return c.json({ type: 'invalid_body' }, 400)
      const { itemId, page } = visit
      const context = randomUUID()
      const callbackUrl = new URL('/connected', c.req.url).href
      const common = { accountTypes: 'all', callbackUrl, context } as const
      const request =
        itemId === null
          ? connectSession({ ...common, userEmail: `${session.name.toLowerCase()}@mail.example` })
          : connectSession({ ...common, itemId })
      try {
        const { url } = await firstValueFrom(client.user({ userUuid: session.userUuid }).send(request))
        session.visits.set(context, page)
        return c.json({ url })
      } catch {
        return c.json({ type: 'service_failed' }, 502)
      }
    })
    .get('/connected', (c) => {
      const session = sessions.find(c.req.raw)
      if (session === undefined) return c.redirect('/login', 303)
      const callback = parseConnectCallback(c.req.url, session.userUuid)
      const { context = '', success, item_id: itemId, step } = callback._tag === 'Right' ? callback.right : {}
      const page = session.visits.get(context)
      session.visits.delete(context)
      if (page === undefined) return c.redirect('/?visit=refused', 303)
      const outcome = new URLSearchParams({
        visit: success === true ? 'success' : 'left',
        ...(itemId === undefined ? {} : { item: String(itemId) }),
        ...(success === true || step === undefined ? {} : { step }),
      })
      return c.redirect(`${page}?${outcome.toString()}`, 303)
    })
