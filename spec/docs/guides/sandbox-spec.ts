import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { documentedProfile } from 'rxbank'
import { addSandbox } from '../../../lib/cli/sandbox/sandboxCommand.js'
import { dialects } from '../../../lib/testing/sandbox/dialect/dialects.js'
import { faultKinds } from '../../../lib/testing/sandbox/faultKinds.js'
import { sandboxConfig } from '../../../lib/testing/sandbox/sandboxConfig.js'
import { commentList, memberNames, plain, tableRows, unionMembers } from './tables.js'

const guide = 'docs/guides/sandbox.md'
const kinds = tableRows(guide, 'Kind')
const options = tableRows(guide, 'Option')

const scopes = {
  modifier: 'any; combines',
  any: 'any',
  list: 'lists',
  cursor: 'cursors',
  transactions: 'transactions',
  token: 'young tokens',
}

describe(guide, () => {
  it('tells of everything that a sandbox has', () => {
    const text = readFileSync(guide, 'utf8')
    const missing = memberNames('lib/testing/sandbox/Sandbox.ts', 'Sandbox').filter(
      (name) => !new RegExp(`[\`.]${name}\\b`).test(text),
    )
    expect(missing).toStrictEqual([])
  })

  it('shows a command as it can be given', () => {
    const [, line = ''] = /^npx rxbank sandbox (.+)$/m.exec(readFileSync(guide, 'utf8')) ?? []
    const program = new Command()
    addSandbox(program)
    const [command] = program.commands
    command?.exitOverride()
    expect(command?.parseOptions(line.split(' '))).toEqual({ operands: [], unknown: [] })
    const { port, fault, speed } = command?.opts() ?? {}
    expect({ port, fault, speed }).toEqual({
      port: 3210,
      fault: [{ kind: 'rate-limit', on: 'transactions', retryAfter: 2, times: 3 }],
      speed: 60,
    })
  })

  it('tells of every kind of fault what FaultKind.ts does, in that order', () => {
    const described = commentList('lib/testing/sandbox/faultKinds.ts', 'FaultKind')
    expect(kinds.map(([kind, , , what]) => [plain(kind), what])).toStrictEqual(described)
    expect(described.length).toBeGreaterThan(20)
  })

  it('lists the options of every kind of fault', () => {
    const members = unionMembers('lib/testing/sandbox/faultKinds.ts', 'FaultKind')
    const known = members.map(([kind = '', ...names]) => [kind, names.join(', ')])
    expect(kinds.map(([kind, names]) => [plain(kind), plain(names)])).toStrictEqual(known)
  })

  it('tells which requests every kind of fault applies to', () => {
    const known = Object.entries(faultKinds).map(([kind, { appliesTo }]) => [kind, scopes[appliesTo]])
    expect(kinds.map(([kind, , appliesTo]) => [plain(kind), appliesTo])).toStrictEqual(known)
  })

  it('lists every option of a sandbox', () => {
    const names = options.map(([option]) => (plain(option) === 'profile' ? 'profile' : `${plain(option)}?`))
    expect(names).toStrictEqual(memberNames('lib/testing/sandbox/Sandbox.ts', 'SandboxConfig'))
  })

  it('tells the defaults of a sandbox', () => {
    const { clock, profile, dialect, customApiVersion, limits, credentials, transactions, webhooks, ...numbers } =
      sandboxConfig({
        profile: documentedProfile,
      })
    expect(customApiVersion).toBeUndefined()
    const reported = new Map(options.map(([option, , value = '']) => [plain(option), plain(value).replace(/,/g, '')]))
    const known = Object.entries(numbers).map(([name, value]) => [name, String(value)] as const)
    expect(Array.from(reported)).toEqual(expect.arrayContaining(known))
    expect(reported.size).toBe(
      known.length + [clock, profile, dialect, limits, credentials, transactions, webhooks].length,
    )
    expect(reported.get('credentials')).toBe(Object.values(credentials).join(' '))
    expect([reported.get('profile'), profile.name]).toStrictEqual(['required', 'documented'])
    expect([limits, reported.get('enforceLimits')]).toStrictEqual([{}, 'false'])
    expect([transactions, reported.get('transactions')]).toStrictEqual([undefined, 'two years of a life'])
    expect([webhooks, reported.get('webhooks')]).toStrictEqual([undefined, 'none'])
    expect([dialect, reported.get('dialect')]).toStrictEqual([dialects.documented, "the profile's by its name"])
  })

  it('lists every option of where a fault is met', () => {
    const names = tableRows(guide, 'Scope').map(([option]) => `${plain(option)}?`)
    expect(names).toStrictEqual(memberNames('lib/testing/sandbox/Fault.ts', 'FaultScope'))
  })
})
