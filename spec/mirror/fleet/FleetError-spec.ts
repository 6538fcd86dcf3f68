import { FleetError, type FleetReason } from '../../../lib/mirror/fleet/FleetError.js'

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

  it('says whose tables are of another version', () => {
    const said = (['newer', 'outdated'] as const).flatMap((reason) =>
      ([undefined, 'permits', 'tokens'] as const).map(
        (tables) => new FleetError({ reason, ...(tables && { tables }) }),
      ),
    )
    expect(said.map(({ message, tables }) => [message, tables])).toEqual([
      ['fleet: the tables belong to a newer version of rxbank: run that version', undefined],
      ['fleet: the tables of permits belong to a newer version of rxbank: run that version', 'permits'],
      ['fleet: the tables of tokens belong to a newer version of rxbank: run that version', 'tokens'],
      ['fleet: tables or migrations are missing: call migrate', undefined],
      ['fleet: tables or migrations of permits are missing: call migrate of permits', 'permits'],
      ['fleet: tables or migrations of tokens are missing: call migrate of tokens', 'tokens'],
    ])
  })

  it('says whether the same may succeed later', () => {
    const all: Readonly<Record<FleetReason, boolean>> = {
      unavailable: true,
      busy: true,
      stalled: true,
      full: true,
      denied: false,
      unwritable: false,
      encoding: false,
      occupied: false,
      outdated: false,
      newer: false,
      uninstalled: false,
      failed: false,
    }
    for (const [reason, isTransient] of Object.entries(all) as Array<[FleetReason, boolean]>)
      expect(new FleetError({ reason }).isTransient).toBe(isTransient)
  })
})
