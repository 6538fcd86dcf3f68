import { profiles } from '../../../lib/cli/profiles.js'
import { createVirtualClock, type ServiceProfile } from '../../../lib/index.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { areaOf, practice, saidOf } from './practice.js'

describe.each(profiles.map((profile) => [profile.name, profile] as const))('of a service as %s', (name, played) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 31, 12) })
  const isV3 = name === 'bridge2025'
  const config2025 = isV3 ? { dialect: dialect2025 } : {}
  const sandbox = createSandbox({ clock, profile: played, transactions: 60, banks: 60, ...config2025 })
  const [user] = sandbox.users
  const identity = isV3
    ? { externalUserId: user?.externalUserId ?? '' }
    : { email: user?.email ?? '', password: user?.password ?? '' }
  const { config } = practice()
  const examine = (profile: ServiceProfile) =>
    practice().examine({
      ...config,
      clock,
      http: sandbox.http,
      profile,
      profiles,
      serviceVersion: profile.serviceVersion ?? '2021-06-01',
      ...sandbox.credentials,
      identity,
    })

  const needsActivation = ['accounts.information', 'insights.category']

  it.each([403, 404])('finds nothing wrong with its own profile, if %d says what was not activated', (status) => {
    for (const on of ['accountsInformation', 'categoryInsights'] as const)
      sandbox.faults.add({ kind: 'status', status, on })
    const report = examine(played)
    sandbox.faults.clear()
    expect(report.areas.filter(({ verdict }) => verdict !== 'ok')).toStrictEqual([])
    expect(report.operations.flatMap(({ unknownFields }) => unknownFields)).toStrictEqual([])
    const reports = report.operations.filter(({ operation }) => needsActivation.includes(operation))
    expect(reports.map(({ outcome }) => outcome)).toStrictEqual(['unspecified', 'unspecified'])
    for (const { path, reason } of reports)
      expect(reason).toBe(path === null ? 'not in the profile' : 'not activated for this application')
  })

  it('says nothing of the fields of insights, which no reference documents, and finds nothing wrong with the sandbox', () => {
    const report = examine(played)
    expect(report.areas.filter(({ verdict }) => verdict !== 'ok')).toStrictEqual([])
    expect(report.operations.flatMap(({ unknownFields }) => unknownFields)).toStrictEqual([])
  })

  // The documented service may be another one, so its profile's doctor does not send the secret that bridge2025 needs.
  const elsewhere = profiles.filter((other) => (other.name === 'bridge2025') !== isV3 && other.name !== 'documented')
  it.each(elsewhere.map((profile) => [profile.name, profile] as const))(
    'says first that its paths are there if the profile is %s, and nothing of the secret',
    (_, other) => {
      const report = examine(other)
      expect(saidOf(report, 'reachability')).toContain(
        `it has none of the paths of ${other.name}, but those of ${name}`,
      )
      expect(report.first).toBe(`use --profile ${name}`)
      expect(areaOf(report, 'credentials').verdict).toBe('skipped')
    },
  )
  if (isV3) return

  const others = profiles.filter((other) => other !== played && other.name !== 'bridge2025')
  it.each(others.map((profile) => [profile.name, profile] as const))('names it if the profile is %s', (_, other) => {
    const report = examine(other)
    expect(areaOf(report, 'version').verdict).toBe('failure')
    expect(saidOf(report, 'version')).toContain(name)
    expect(report.first).toBe(`try --profile ${name}`)
  })
})
