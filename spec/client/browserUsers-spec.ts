import { firstValueFrom, type Observable, of, toArray } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { assemble } from '../../lib/client/assemble.js'
import { applicationUsers } from '../../lib/client/browserUsers.js'
import { decodeClientConfig } from '../../lib/client/config/decodeClientConfig.js'
import { type HttpRequest, wireHeaders } from '../../lib/http/HttpRequest.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { page } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'

const refusal = { _tag: 'ConfigError', issues: [{ path: '/clientSecret' }] }

const setUp = () => {
  const clock = createVirtualClock()
  const asked: Array<HttpRequest> = []
  const config = decodeClientConfig({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clock,
    http: (request: HttpRequest) => {
      asked.push(request)
      return of(page([{ id: 1 }]))
    },
  })
  return { asked, ...applicationUsers(config, assemble(config, { expectedUser: '' }).connect) }
}

describe('the users of a bundle for browsers', () => {
  it('read with the tokens that they are given', async () => {
    const { asked, user } = setUp()
    const given = user({ token$: of(lastingToken()) })
    expect(await firstValueFrom(given.items.all().pipe(toArray()))).toEqual([{ id: 1 }])
    expect(await firstValueFrom(given.token$)).toEqual(lastingToken())
    expect(asked.map(wireHeaders)).toMatchObject([{ Authorization: 'Bearer a-token' }])
    given.invalidate()
    expect(await firstValueFrom(given.token$)).toEqual(lastingToken())
  })

  it.each([{ externalUserId: 'A6J' }, { email: 'a@b.c', password: 'canary' }, {}, null, { token$: 'T1' }])(
    'are none without them, and say what to do instead: %j',
    (identity) => {
      const { asked, user } = setUp()
      const open = () => user(identity as never)
      expect(open).toThrow(/token\$/)
      expect(open).not.toThrow(/canary/)
      expect(asked).toEqual([])
    },
  )

  it('are not listed, and no password is changed: that takes the secret', async () => {
    const { asked, user, users } = setUp()
    const change = user({ token$: of(lastingToken()) }).changePassword({ current: 'a', next: 'b' })
    const streams: ReadonlyArray<Observable<unknown>> = [users.all(), users.pages(), users.items('any').all(), change]
    for (const stream of streams) await expect(firstValueFrom(stream)).rejects.toMatchObject(refusal)
    expect(asked).toEqual([])
  })
})
