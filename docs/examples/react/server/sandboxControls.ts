import { Hono } from 'hono'
import type { Bank } from './bank.js'
import type { Session, Sessions } from './sessions.js'

/** What a person may make happen behind the app, to see what it does. Only an example has this. */
export const sandboxControls = ({ sandbox, pay }: Bank, sessions: Sessions) => {
  const find = (userUuid: string) => sandbox.users.find(({ uuid }) => uuid === userUuid)

  const controls: Readonly<Record<string, (session: Session) => string>> = {
    pay: ({ userUuid }) => {
      pay(userUuid)
      return 'You have paid something. The service notices it in two seconds.'
    },
    refuse: ({ userUuid }) => {
      const [itemId] = find(userUuid)?.itemIds ?? []
      if (itemId === undefined) return 'You have no bank yet.'
      sandbox.refresh(itemId, { outcome: 'invalid_creds', authenticating: 0 })
      return 'Your first bank no longer accepts your login.'
    },
    relink: ({ userUuid }) => {
      const [itemId] = find(userUuid)?.itemIds ?? []
      if (itemId === undefined) return 'You have no bank yet.'
      sandbox.relinkItem(itemId)
      return 'Your first bank is removed and connected again. All its ids are new: look at your accounts.'
    },
    twin: ({ userUuid }) => {
      const { itemIds: [itemId] = [], accountIds = [] } = find(userUuid) ?? {}
      if (itemId === undefined) return 'You have no bank yet.'
      sandbox.relinkItem(itemId, { keepItem: true })
      const [, savings] = find(userUuid)?.accountIds.filter((id) => !accountIds.includes(id)) ?? []
      if (savings !== undefined) sandbox.setDataAccess(savings, 'disabled')
      return 'Your first bank is connected a second time, without its savings. What is there twice is counted once.'
    },
    fail: () => {
      sandbox.faults.add({ kind: 'server-error', status: 503, times: Infinity })
      return 'The service answers nothing but 503 from now on.'
    },
    recover: () => {
      sandbox.faults.clear()
      return 'The service answers again.'
    },
    expire: () => {
      sandbox.revokeTokens()
      return 'The token has expired. The gateway gets another one, and nobody notices.'
    },
    forget: () => {
      sessions.forget()
      return 'The server has forgotten who you are.'
    },
  }

  return new Hono().post('/api/sandbox/:name', (c) => {
    const session = sessions.find(c.req.raw)
    if (session === undefined) return c.json({ type: 'not_logged_in' }, 401)
    const name = c.req.param('name')
    const control = Object.hasOwn(controls, name) ? controls[name] : undefined
    return control === undefined ? c.notFound() : c.json({ message: control(session) })
  })
}
