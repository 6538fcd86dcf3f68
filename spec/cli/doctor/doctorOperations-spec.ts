import { diagnose } from '../../../lib/cli/doctor/diagnose.js'
import { doctorOperations } from '../../../lib/cli/doctor/doctorOperations.js'
import { profiles } from '../../../lib/cli/profiles.js'
import { createVirtualClock, operationTable } from '../../../lib/index.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { practice } from './practice.js'

/** The keys of operations that change nothing and have not been replaced, by the table alone. */
const reads = Object.values(operationTable)
  .filter((row) => !('effect' in row) && !('until' in row))
  .map(({ key }) => key)

describe('doctorOperations', () => {
  it('are all operations that read, and the request for a token', () => {
    const keys = doctorOperations.map(({ key }) => key)
    expect(keys.filter((key) => key !== 'authenticate')).toStrictEqual(reads)
  })
})

describe.each(profiles.map((profile) => [profile.name, profile] as const))('the profile %s', (name, profile) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 31, 12) })
  const is2025 = name === 'bridge2025'
  const sandbox = createSandbox({ clock, profile, transactions: 60, ...(is2025 ? { dialect: dialect2025 } : {}) })
  const [user] = sandbox.users
  const identity = is2025
    ? { externalUserId: user?.externalUserId ?? '' }
    : { email: user?.email ?? '', password: user?.password ?? '' }

  it('has each of its reads asked, in the order of the table', () => {
    const asked: Array<string> = []
    const { config } = practice()
    const subscription = diagnose({
      ...config,
      ...sandbox.credentials,
      clock,
      identity,
      profile,
      profiles: [profile],
      serviceVersion: profile.serviceVersion ?? '2021-06-01',
      http: (request) => {
        asked.push(request.operation)
        return sandbox.http(request)
      },
    }).subscribe()
    clock.advance(300_000)
    subscription.unsubscribe()
    const expected = doctorOperations.filter(({ key }) => profile.paths[key] !== null)
    expect(Array.from(new Set(asked))).toStrictEqual(expected.map(({ operation }) => operation))
  })
})
