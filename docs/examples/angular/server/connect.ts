import { Hono } from 'hono'
import { firstValueFrom } from 'rxjs'
import type { ConsentBank } from './consentBank.js'
import type { Sessions } from './sessions.js'

/** Opens a connect session for an item of the user who is logged in. A gateway does not: who may go where is for the app to say. */
export const connect = (consents: ConsentBank, sessions: Sessions) =>
  new Hono().post('/:itemId{[0-9]+}', async (c) => {
    const user = sessions.identity(c.req.raw)
    if (user === undefined) return c.json({ url: null }, 401)
    const callbackUrl = new URL('/renewed', c.req.url).href
    try {
      return c.json({
        url: await firstValueFrom(consents.renew(user.userUuid, Number(c.req.param('itemId')), callbackUrl)),
      })
    } catch {
      return c.json({ url: null }, 502)
    }
  })
