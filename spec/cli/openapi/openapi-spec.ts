import { openapi } from '../../../lib/cli/openapi/openapi.js'
import { profiles } from '../../../lib/cli/profiles.js'
import { defaultProfile } from '../../../lib/index.js'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas' | 'responses' | 'securitySchemes', Readonly<Record<string, unknown>>>>
  readonly servers: ReadonlyArray<{ readonly url: string }>
}

interface Operation {
  readonly operationId: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly responses: Readonly<Record<string, unknown>>
}

describe.each(profiles.map((profile) => [profile.name, profile] as const))('the document of %s', (_, profile) => {
  const document = openapi(profile, '1.2.3') as unknown as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

  it('has each path of the profile, once', () => {
    const placesOf = (all: ReadonlyArray<string>) => Array.from(new Set(all)).sort()
    const expected = Object.values(profile.paths).flatMap((path) => path?.split('?')[0]?.replace(':id', '{id}') ?? [])
    expect(Object.keys(document.paths).sort()).toEqual(placesOf(expected))
    expect(placesOf(operations.map(({ operationId }) => operationId))).toHaveLength(operations.length)
  })

  it('has a parameter for what is in braces, and none twice', () => {
    for (const { path, parameters } of operations) {
      const places = parameters.map(({ name, in: where }) => `${where} ${name}`)
      expect(new Set(places).size).toBe(places.length)
      expect(places.includes('path id')).toBe(path.includes('{id}'))
      expect(places).toContain(`header ${profile.versionHeader}`)
    }
  })

  it('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document)
    const references = Array.from(text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
    expect(references.length).toBeGreaterThan(20)
    for (const [, kind = '', name = ''] of references)
      expect(document.components[kind as 'schemas']).toHaveProperty(name)
  })

  it('knows what each resource is made of', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('{"description":"')
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Account', 'Transaction']))
  })

  it('answers what is made with 201, a session at the service among it', () => {
    const statusOf = (key: string) => {
      const { responses = {} } = operations.find(({ operationId }) => operationId === key) ?? {}
      return Object.keys(responses).find((status) => status.startsWith('2'))
    }
    expect(statusOf('transactions')).toBe('200')
    expect(['201', undefined]).toContain(statusOf('createUser'))
    expect(statusOf('connectSession')).toBe(profile.paths.connectSession === null ? undefined : '201')
  })

  it('asks the user for a token, and lists of users for the secret', () => {
    const provedBy = (key: string) => {
      const { security: [needed = {}] = [] } = operations.find(({ operationId }) => operationId === key) ?? {}
      return Object.keys(needed)
    }
    expect(provedBy('transactions')).toEqual(['clientId', 'clientSecret', 'accessToken'])
    expect(provedBy('users')).toEqual(['clientId', 'clientSecret'])
    expect(provedBy('banks')).toEqual(['clientId', ...(profile.publicSecret === true ? ['clientSecret'] : [])])
  })
})

describe('the document of a profile of your own', () => {
  it.each([
    ['transactions', { userSecret: false }, ['clientId', 'accessToken']],
    ['users', { userSecret: false }, ['clientId', 'clientSecret']],
    ['userItems', {}, ['clientId', 'clientSecret']],
    ['userItems', { userItemsAccess: 'user' }, ['clientId', 'clientSecret', 'accessToken']],
    ['userItems', { userItemsAccess: 'user', userSecret: false }, ['clientId', 'accessToken']],
  ] as const)('requires for %s with %p the credentials that a client sends', (key, options, credentials) => {
    const { paths } = openapi({ ...defaultProfile, ...options }, '1.2.3') as unknown as Document
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const { security: [required = {}] = [] } = operations.find(({ operationId }) => operationId === key) ?? {}
    expect(Object.keys(required)).toEqual(credentials)
  })
})
