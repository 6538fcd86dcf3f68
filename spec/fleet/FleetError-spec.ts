import { FleetError, type FleetReason } from '../../lib/fleet/FleetError.js'

describe('FleetError', () => {
  it('shows a code of a system or database, and no other text', () => {
    expect(new FleetError({ reason: 'full', code: '53100' })).toMatchObject({
      name: 'FleetError',
      message: 'fleet: the database has no room left (53100)',
    })
    for (const code of ['postgres://u:secret@host', 'a user', 12, undefined, {}, 'X'.repeat(41)])
      expect(new FleetError({ reason: 'failed', code })).toMatchObject({
        message: 'fleet: the database failed',
        code: undefined,
      })
  })

  it('says whether the same may succeed later', () => {
    const all: Readonly<Record<FleetReason, boolean>> = {
      unavailable: true,
      busy: true,
      stalled: true,
      full: true,
      denied: false,
      unwritable: false,
      outdated: false,
      newer: false,
      failed: false,
    }
    for (const [reason, isTransient] of Object.entries(all) as Array<[FleetReason, boolean]>)
      expect(new FleetError({ reason }).isTransient).toBe(isTransient)
  })
})
