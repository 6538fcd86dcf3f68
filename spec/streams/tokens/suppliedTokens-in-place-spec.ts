import { defer, map, of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { type AccessToken, accessToken } from '../../../lib/service/model/AccessToken.js'
import { suppliedTokens } from '../../../lib/streams/tokens/suppliedTokens.js'
import { token } from '../../helpers/responses.js'
import { hour, nameOf } from '../../helpers/tokens.js'

const tokenOf = (name: string, expiresAt: number): AccessToken => {
  const decoded = accessToken.decode(JSON.parse(token(name, expiresAt).body))
  if (decoded._tag === 'Left') throw new Error('no token')
  return decoded.right
}

it('a program that renews its one token object in place is served the new token', () => {
  const clock = createVirtualClock()
  const own: AccessToken = { ...tokenOf('T1', clock.wall() + hour) }
  const tokens = suppliedTokens(
    clock,
    defer(() => of(own)),
  )
  const seen: Array<string> = []
  const take = () =>
    tokens
      .take(1000)
      .pipe(map(nameOf))
      .subscribe({ next: (name) => seen.push(name), error: (error: Error) => seen.push(error.name) })
  take()
  clock.advance(hour)
  Object.assign(own, tokenOf('T2', clock.wall() + hour))
  take()
  clock.advance(2000)
  expect(seen).toEqual(['T1', 'T2'])
})
