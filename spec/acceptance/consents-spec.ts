import { bridge2025, connectSession } from '../../lib/bridge.js'
import { createClient, createVirtualClock, watchConsents } from '../../lib/index.js'
import { createSandbox, dialect2025 } from '../../lib/sandbox.js'
import { hear, readOne } from '../helpers/profiles.js'

const day = 24 * 3_600_000

const playing = () => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 10, 30) })
  const sandbox = createSandbox({ clock, profile: bridge2025, dialect: dialect2025, users: 1, transactions: 20 })
  const client = createClient({ ...sandbox.credentials, http: sandbox.http, profile: bridge2025, clock })
  const user = client.user({ externalUserId: 'A6J' })
  const [id = 0] = sandbox.users[0]?.itemIds ?? []
  const end = () => Number(readOne(user.items.get(id)).authentication_expires_at)
  return { clock, sandbox, user, id, end }
}

describe('consents, as bridge2025', () => {
  it('are told when they are about to end, when they have ended, and when a connect session has renewed them', () => {
    const { clock, sandbox, user, id, end } = playing()
    const heard = hear(watchConsents(user.items, { clock, noticeDays: [7] }))
    const reported = () => heard.values.filter(({ item }) => item.id === id).map(({ _tag }) => _tag)
    clock.advance(end() - 7 * day - sandbox.now() - 1)
    expect(reported()).toEqual([])
    clock.advance(2 * 3_600_000)
    expect(reported()).toEqual(['ending'])
    clock.advance(7 * day)
    expect(reported()).toEqual(['ending', 'ended'])
    expect(readOne(user.items.get(id))).toMatchObject({ status: 1010, status_code_info: 'sca_required_webview' })
    const ended = heard.values.find(({ item, _tag }) => item.id === id && _tag === 'ended')
    if (ended === undefined || !('session' in ended)) throw new Error('it says not what to do')
    sandbox.submitBankForm(readOne(user.send(connectSession(ended.session))).url)
    clock.advance(2 * 3_600_000)
    expect(reported()).toEqual(['ending', 'ended', 'renewed'])
    expect(readOne(user.items.get(id)).status).toBe(0)
    expect(heard.error).toBeUndefined()
    heard.leave()
    expect(clock.pending()).toBe(0)
  })

  it('are not told of where the user was not successful, nor where the item is deleted', () => {
    const { clock, sandbox, user, id, end } = playing()
    clock.advance(end() - sandbox.now())
    const heard = hear(watchConsents(user.items, { clock }))
    const reported = () => heard.values.filter(({ item }) => item.id === id).map(({ _tag }) => _tag)
    expect(reported()).toEqual(['ended'])
    sandbox.submitBankForm(readOne(user.send(connectSession({ itemId: id }))).url, { outcome: 'info_required' })
    clock.advance(2 * 3_600_000)
    readOne(user.items.delete(id))
    clock.advance(2 * day)
    expect(reported()).toEqual(['ended'])
    heard.leave()
  })
})
