import { MirrorError, type MirrorReason } from '../../../lib/mirror/core/MirrorError.js'

describe('MirrorError', () => {
  it('shows a code of a system or database, and no other text', () => {
    expect(new MirrorError({ reason: 'full', code: '53100' })).toMatchObject({
      name: 'MirrorError',
      message: 'mirror: the database has no room left (53100)',
    })
    for (const code of ['postgres://u:secret@host', 'a row', 12, undefined, {}, 'X'.repeat(41)])
      expect(new MirrorError({ reason: 'failed', code })).toMatchObject({
        message: 'mirror: the database failed',
        code: undefined,
      })
  })

  it('says whether the same may succeed later', () => {
    const transient: ReadonlyArray<MirrorReason> = ['unavailable', 'busy', 'full']
    for (const reason of ['unavailable', 'busy', 'full', 'denied', 'unwritable', 'failed'] as const)
      expect(new MirrorError({ reason }).isTransient).toBe(transient.includes(reason))
  })
})
