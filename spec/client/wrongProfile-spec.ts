import { firstValueFrom, lastValueFrom } from 'rxjs'
import { bridge2021, bridge2025 } from '../../lib/bridge.js'
import { AuthenticationError, clientErrorFromJson, createClient, StatusError } from '../../lib/index.js'
import { createSandbox, type Sandbox } from '../../lib/sandbox.js'

const errorOf = (stream: Promise<unknown>): Promise<unknown> => stream.catch((error: unknown) => error)

const clientOf = ({ credentials, http }: Sandbox) =>
  createClient({ profile: bridge2025, baseUrl: 'https://bank.example', ...credentials, http, retry: { count: 0 } })

describe('a client whose profile is of another API version than the service', () => {
  const client = clientOf(createSandbox({ profile: bridge2021 }))

  it('names its profile when it gets no token, and says nothing of the secret', async () => {
    const error = await errorOf(firstValueFrom(client.user({ externalUserId: 'A6J' }).token$))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(String(error)).toBe(
      'AuthenticationError: no token (404 not_found): ' +
        "no such path or user; check the profile (bridge2025) and the user's identity",
    )
    expect(clientErrorFromJson(JSON.parse(JSON.stringify(error)))).toMatchObject({ right: { message: (error as Error).message } }) // prettier-ignore
  })

  it('names its profile with each other 404', async () => {
    const error = await errorOf(lastValueFrom(client.banks.pages()))
    expect(error).toBeInstanceOf(StatusError)
    expect(String(error)).toContain('no such path or resource; check the profile (bridge2025)')
  })

  it('speaks of the secret if the paths are there', async () => {
    const sandbox = createSandbox({ profile: bridge2025 })
    const wrong = clientOf({ ...sandbox, credentials: { ...sandbox.credentials, clientSecret: 'wrong' } })
    const error = await errorOf(firstValueFrom(wrong.user({ externalUserId: 'A6J' }).token$))
    expect(String(error)).toContain("check clientId, clientSecret and the user's identity")
  })
})

describe('a sandbox that is asked for a path of another API version', () => {
  it.each([
    [bridge2021, '/v3/aggregation/authorization/token'],
    [bridge2025, '/v2/authenticate'],
  ])('names its own profile', async (profile, path) => {
    const { fetch } = createSandbox({ profile })
    const response = await fetch(`https://bank.example${path}`, { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(profile.name)])
  })
})
