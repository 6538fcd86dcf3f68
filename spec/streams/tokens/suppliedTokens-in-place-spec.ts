import { defer, map, of } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { type AccessToken, accessToken } from '../../../lib/service/model/AccessToken.js'
import { suppliedTokens } from '../../../lib/streams/tokens/suppliedTokens.js'
import { token } from '../../helpers/responses.js'
import { nameOf } from '../../helpers/tokens.js'

const supplied = (name: string, expiresAt: number): AccessToken => {
  const decoded = accessToken.decode(JSON.parse(token(name, expiresAt).body))
  if (decoded._tag === 'Left') throw new Error('no token')
  return decoded.right
}

it('a program that renews its one token object in place is served the new token', () => {
  const clock = createVirtualClock()
  const hour = 3_600_000
  const own = { ...supplied('T1', clock.wall() + hour) }
  const tokens = suppliedTokens(
    clock,
    defer(() => of(own as AccessToken)),
  )
  const seen: Array<unknown> = []
  const take = () =>
    tokens
      .take(1000)
      .pipe(map(nameOf))
      .subscribe({ next: (n) => seen.push(n), error: (e: Error) => seen.push(e.name) })
  take()
  clock.advance(hour)
  Object.assign(own, supplied('T2', clock.wall() + hour))
  take()
  clock.advance(2000)
  expect(seen).toEqual(['T1', 'T2'])
})
