import { firstValueFrom, lastValueFrom } from 'rxjs'
import { memoryTokenStore } from '../../../lib/node.js'
import { newTokenMs } from '../../../lib/streams/tokens/RenewalBackoff.js'
import { playedBank, uuids } from '../../helpers/playedBank.js'

describe('the token of a user who was deleted and made again', () => {
  it('is used although it ends before the one that is renewed', () => {
    const bank = playedBank()
    const users: Array<string> = []
    const tokens = bank.user.token$.subscribe(({ user }) => users.push(user.uuid))
    bank.clock.advance(113 * 60_000)
    bank.remake()
    bank.state.tokenLife = 4 * 60_000
    bank.clock.advance(2 * 60_000)
    expect([users, bank.reported('TokenFailed'), bank.reported('UserReplaced')]).toEqual([[...uuids], 0, 1])
    tokens.unsubscribe()
  })

  it('takes the place of a token that is still new, once that is not new any more', () => {
    const bank = playedBank()
    const users: Array<string> = []
    const tokens = bank.user.token$.subscribe(({ user }) => users.push(user.uuid))
    bank.clock.advance(newTokenMs - 1000)
    bank.state.uuid = uuids[1]
    let hasEnded = false
    bank.user.items.all().subscribe({ complete: () => (hasEnded = true) })
    bank.clock.advance(999)
    expect([users, hasEnded, bank.reported('Retried') > 0]).toEqual([[uuids[0]], false, true])
    bank.clock.advance(2000)
    expect([users, hasEnded, bank.reported('UserReplaced')]).toEqual([[...uuids], true, 1])
    tokens.unsubscribe()
  })

  it('is told once', async () => {
    const bank = playedBank()
    expect((await firstValueFrom(bank.user.token$)).user.uuid).toBe(uuids[0])
    bank.remake()
    await lastValueFrom(bank.user.items.all(), { defaultValue: undefined })
    expect((await firstValueFrom(bank.user.token$)).user.uuid).toBe(uuids[1])
    expect(bank.reported('UserReplaced')).toBe(1)
    bank.user.invalidate()
    await lastValueFrom(bank.user.items.all(), { defaultValue: undefined })
    expect(bank.reported('UserReplaced')).toBe(1)
  })

  it('takes the place of the old one in a store, for all processes', async () => {
    const bank = playedBank()
    const tokenStore = memoryTokenStore({ clock: bank.clock })
    const [one, other] = [bank.connect({ tokenStore }), bank.connect({ tokenStore })]
    const read = (client: typeof one) =>
      lastValueFrom(client.user({ externalUserId: 'A6J' }).items.all(), { defaultValue: undefined })
    await read(one)
    await read(other)
    bank.remake()
    await Promise.all([read(one), read(other)])
    await read(one)
    const authentications = bank.requests.filter((path) => path.endsWith('/authenticate'))
    expect([authentications.length, bank.reported('UserReplaced')]).toEqual([2, 2])
  })
})
