import picocolors from 'picocolors'
import { bridge2025 } from '../../../lib/bridge.js'
import { curlLines, introduction, introductionJson } from '../../../lib/cli/sandbox/introduction.js'
import { documentedProfile } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'

const plain = picocolors.createColors(false)
const baseUrl = 'http://127.0.0.1:3210'

describe('introduction', () => {
  it('names address, credentials and users, and how to ask', () => {
    const sandbox = createSandbox({ profile: documentedProfile, seed: 1, users: 3 })
    const text = introduction(sandbox, baseUrl, plain, 120, documentedProfile).join('\n')
    expect(text).toContain('base URL      http://127.0.0.1:3210')
    expect(text).toContain('client id     sandbox-client')
    expect(text).toContain('client secret sandbox-secret')
    for (const { uuid, externalUserId } of sandbox.users)
      expect(text).toContain(` ${externalUserId.padEnd(11)}  ${uuid} `)
    for (const curl of curlLines(sandbox, baseUrl, documentedProfile)) expect(text).toContain(`\n${curl}\n`)
  })

  it('shows how to ask for what is public, for a token, and with a token', () => {
    const credentials = { clientId: 'my-app', clientSecret: 'sandbox-secret' }
    const [banks, token = '', accounts] = curlLines(
      createSandbox({ profile: documentedProfile, credentials }),
      baseUrl,
      documentedProfile,
    )
    expect(banks).toBe(`curl -s -H 'Service-Version: 2021-06-01' -H 'Client-Id: my-app' '${baseUrl}/v2/banks?limit=2'`)
    expect(token).toContain(`'${baseUrl}/v2/authenticate'`)
    expect(accounts?.startsWith(`${token} | sed `)).toBe(true)
    expect(accounts).toMatch(/ \| curl -s .* -H @- '\S+\/v2\/accounts\?limit=2'$/)
    expect(curlLines(createSandbox({ profile: documentedProfile, users: 0 }), baseUrl, documentedProfile)).toHaveLength(
      1,
    )
  })

  it('sends the secret where the profile requires it', () => {
    const profile = { ...documentedProfile, publicSecret: true, userSecret: false }
    const [banks, token, accounts = ''] = curlLines(createSandbox({ profile }), baseUrl, profile)
    expect(banks).toContain('Client-Secret')
    expect(token).toContain('Client-Secret')
    expect(accounts.slice(accounts.indexOf('| curl'))).not.toContain('Client-Secret')
  })

  it('shows how to open the page of all banks, if the service has it', () => {
    const lines = curlLines(createSandbox({ profile: bridge2025 }), baseUrl, bridge2025)
    expect(lines).toHaveLength(4)
    expect(lines[3]).toMatch(
      / -H @- -H 'Content-Type: application\/json' -d '\{"account_types":"all"\}' '\S+\/v3\/aggregation\/user-management-sessions'$/,
    )
  })

  it('counts the users that are too many to show', () => {
    const lines = introduction(
      createSandbox({ profile: documentedProfile, users: 1012 }),
      baseUrl,
      plain,
      120,
      documentedProfile,
    )
    expect(lines.filter((line) => / [\da-f]{8}-[\da-f]{4}-/.test(line))).toHaveLength(10)
    expect(lines).toContain(' and 1,002 more users')
  })

  it('fits narrow terminals, but for the commands, which are to be copied whole', () => {
    const lines = introduction(createSandbox({ profile: documentedProfile }), baseUrl, plain, 40, documentedProfile)
    expect(lines.filter((line) => !line.startsWith('curl')).every((line) => line.length <= 40)).toBe(true)
  })
})

describe('introductionJson', () => {
  it('is one line with the same', () => {
    const sandbox = createSandbox({ profile: documentedProfile, users: 2 })
    const line = introductionJson(sandbox, baseUrl, documentedProfile)
    expect(line).not.toContain('\n')
    const [user] = sandbox.users
    expect(JSON.parse(line)).toMatchObject({
      type: 'Listening',
      base_url: baseUrl,
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      users: [
        {
          uuid: user?.uuid,
          external_user_id: 'A6J',
          email: user?.email,
          password: user?.password,
          item_ids: user?.itemIds,
        },
        {},
      ],
      curl: curlLines(sandbox, baseUrl, documentedProfile),
    })
  })
})
