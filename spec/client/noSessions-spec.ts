import { firstValueFrom } from 'rxjs'
import { connections } from '../../lib/client/connections.js'
import { sessions as noSessions } from '../../lib/client/noSessions.js'
import { type Sessions, sessions } from '../../lib/client/sessions.js'
import { createVirtualClock } from '../../lib/clock/virtualClock.js'
import { settings } from '../../lib/config.js'
import { eventHub } from '../../lib/event/eventHub.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { granting, hour, minute } from '../helpers/tokens.js'

const user = { externalUserId: 'A6J' }
const refusal = { _tag: 'ConfigError', issues: [{ path: '/clientSecret' }] }

const setUp = (open: typeof sessions) => {
  const clock = createVirtualClock()
  const { http, calls } = granting(clock, 0, hour)
  const config = settings({ baseUrl: 'https://bank.example', clientId: 'id', http, clock })
  const of: Sessions = open(config, connections({}, config, eventHub(clock).emit))
  return { calls, session: of(user) }
}

describe.each([
  ['of a bundle for browsers', noSessions],
  ['without a secret', sessions],
])('sessions %s', (_, open) => {
  it('have no token, and say what lacks', async () => {
    const { calls, session } = setUp(open)
    await expect(firstValueFrom(session.tokens.take(minute))).rejects.toMatchObject(refusal)
    await expect(firstValueFrom(session.tokens.token$)).rejects.toMatchObject(refusal)
    expect(calls).toEqual([])
  })

  it('send no request of a user', async () => {
    const { calls, session } = setUp(open)
    const request = httpRequest({ access: 'user' })
    await expect(firstValueFrom(session.connection.http(request))).rejects.toMatchObject(refusal)
    expect(calls).toEqual([])
  })

  it('keep nothing', () => {
    const { session } = setUp(open)
    session.tokens.invalidate()
    expect(session.tokens.isIdle()).toBe(true)
    expect(session.connection.principal).toBe('external_user_id=A6J')
  })
})
