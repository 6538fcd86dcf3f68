import { createClient, isClientError } from '../../lib/index.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const baseUrl = 'https://bank.example'

const marks = { page: 'document', worker: 'importScripts' }

/** Runs a test as in a page, or in a worker. */
const inBrowser = (kind: keyof typeof marks, test: () => void): void => {
  Object.defineProperty(globalThis, marks[kind], { value: {}, configurable: true })
  try {
    test()
  } finally {
    Reflect.deleteProperty(globalThis, marks[kind])
  }
}

/** What a page or a worker gets of a configuration: the items of a user, or the fields that are refused. */
const attempt = (kind: keyof typeof marks, config: object): ReadonlyArray<string> => {
  const seen: Array<string> = []
  inBrowser(kind, () => {
    try {
      const client = createClient({ profile: documentedProfile, baseUrl, clientId: 'id', ...config })
      client
        .user({ externalUserId: 'A6J' })
        .items.all()
        .subscribe(() => seen.push('item'))
    } catch (error) {
      if (!isClientError(error) || error._tag !== 'ConfigError') throw error
      for (const { path, expected } of error.issues) seen.push(`${path}: ${expected.slice(0, 22)}`)
    }
  })
  return seen
}

const otherSandbox = createSandbox({
  profile: documentedProfile,
  credentials: { clientId: 'other', clientSecret: 'other-secret' },
})

const refused = ['/clientSecret: no secret in a browser']

describe.each(['page', 'worker'] as const)('in a %s', (kind) => {
  const sandbox = createSandbox({ profile: documentedProfile })
  const { credentials, http } = sandbox

  it('the secret of a sandbox goes with its own transport', () => {
    expect(attempt(kind, { ...credentials, http })).toEqual(['item', 'item'])
  })

  it.each([
    ['another secret beside its transport', { ...credentials, clientSecret: 's3cr3t', http }],
    ['a function that gives its secret', { ...credentials, clientSecret: () => credentials.clientSecret, http }],
    ['its secret without a transport', credentials],
    ['its secret with a function around its transport', { ...credentials, http: (request: never) => http(request) }],
    ['its secret with another sandbox’s transport', { ...credentials, http: otherSandbox.http }],
    ['a transport that says that it is a sandbox’s', { ...credentials, http: Object.assign(() => http, http) }],
  ])('%s is refused', (_, config) => {
    expect(attempt(kind, config)).toEqual(refused)
  })
})
