import { lastValueFrom, of } from 'rxjs'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { createClient } from '../../lib/client/createClient.js'
import { checkedRandom } from '../../lib/http/backoff.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { json } from '../helpers/responses.js'

describe('fractions', () => {
  it('gives what it is given, a number a call', () => {
    const given = [0, 0.25, 1]
    const random = checkedRandom(() => given.shift() ?? NaN)
    expect([random(), random(), random()]).toEqual([0, 0.25, 1])
  })

  it.each([NaN, -0.001, 1.001, Infinity, -Infinity, '0.5', undefined, null, {}])('refuses %p', (value) => {
    const random = checkedRandom(() => value as number)
    expect(random).toThrow(ConfigError)
    expect(random).toThrow('wrong configuration: random: expected a function that returns a number from 0 to 1')
  })

  it('makes a wrong random of a client an error of the stream that needs it', async () => {
    const http = () => of(json({}, 503))
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http,
      random: () => NaN,
    })
    const banks = lastValueFrom(client.banks.pages())
    await expect(banks).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/random' }] })
  })
})
