import { createSandbox, dialect2025, type SandboxDialect } from '../../../../lib/sandbox.js'
import { ask } from '../caller.js'
import { application, profile } from './speaking.js'

describe('dialect2025', () => {
  it('is that of a profile with its version, of any name', () => {
    const bodies = [{ profile }, { profile, dialect: dialect2025 }, { profile: { ...profile, name: 'acme' } }].map(
      (config) => ask(createSandbox(config), '/v3/providers/574', { headers: application }).body,
    )
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('Demo Bank')
  })

  it('is no other value', () => {
    expect(() => createSandbox({ profile, dialect: { apiVersion: '2025-01-15' } })).toThrow(
      'dialect: expected documented, bridge2018, bridge2021 or dialect2025',
    )
  })

  it('is a value that says which API version it speaks, and serves any number of sandboxes', () => {
    const dialect: SandboxDialect = dialect2025
    expect(dialect.apiVersion).toBe('2025-01-15')
    const [one, two] = [1, 2].map((seed) => createSandbox({ seed, profile, dialect, users: 1, banks: 3 }))
    expect(one?.users[0]?.uuid).not.toBe(two?.users[0]?.uuid)
  })

  it('has paths of its own, whatever the profile', () => {
    const sandbox = createSandbox({ profile: { ...profile, roots: ['/v3', '/v2'] }, dialect: dialect2025 })
    expect(ask(sandbox, '/v3/providers/574', { headers: application }).status).toBe(200)
    expect(ask(sandbox, '/v2/banks', { headers: application }).status).toBe(404)
  })

  it('gives the same bytes for the same seed', () => {
    const bodies = [1, 1, 2].map((seed) => {
      const sandbox = createSandbox({ seed, profile, dialect: dialect2025, banks: 20 })
      return ask(sandbox, '/v3/providers', { headers: application }).body
    })
    expect(bodies[0]).toBe(bodies[1])
    expect(bodies[0]).not.toBe(bodies[2])
  })
})
