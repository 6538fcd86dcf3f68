import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as t from 'io-ts'
import { type AccountDecision, accountDecision } from 'rxbank/accounts'
import type { Sessions } from './sessions.js'

const decisionsCodec = t.array(accountDecision)

/** What each person has decided about which accounts are one, oldest first. A page reads it, and adds to it. */
export const decisions = (sessions: Sessions) => {
  const decided = new Map<string, ReadonlyArray<AccountDecision>>()

  return new Hono()
    .get('/api/decisions', (c) => {
      const session = sessions.find(c.req.raw)
      if (session === undefined) return c.json({ type: 'not_logged_in' }, 401)
      return c.json(decided.get(session.userUuid) ?? [])
    })
    .post('/api/decisions', bodyLimit({ maxSize: 10_000 }), async (c) => {
      const session = sessions.find(c.req.raw)
      if (session === undefined) return c.json({ type: 'not_logged_in' }, 401)
      const added = decisionsCodec.decode(await c.req.json().catch(() => undefined))
      if (added._tag === 'Left') return c.json({ type: 'invalid_body' }, 400)
      const all = [...(decided.get(session.userUuid) ?? []), ...added.right]
      decided.set(session.userUuid, all)
      return c.json(all)
    })
}
