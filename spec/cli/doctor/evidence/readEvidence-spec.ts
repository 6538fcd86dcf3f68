import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { CommandError } from '../../../../lib/cli/CommandError.js'
import { applyChanges } from '../../../../lib/cli/doctor/evidence/applyChanges.js'
import type { ProfileChange } from '../../../../lib/cli/doctor/evidence/ProfileChange.js'
import { type AppliedEvidence, readEvidence } from '../../../../lib/cli/doctor/evidence/readEvidence.js'
import { findProfile } from '../../../../lib/cli/profiles.js'
import { createClient, type ServiceProfile } from '../../../../lib/index.js'
import { temporaryFolder } from '../../../helpers/temporaryFolder.js'
import { examined } from './examined.js'

const folder = temporaryFolder()

const read = (content: unknown): AppliedEvidence => {
  writeFileSync(folder('own.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return readEvidence(folder('own.json'))
}

const about = (...changes: ReadonlyArray<unknown>) => ({ evidence: 1, profile: 'bridge2025', changes })

const messageOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    expect(error.exitCode).toBe(2)
    return error.message.replaceAll(folder(), '')
  }
  throw new Error('it was taken')
}

const optional = { change: 'make-optional', resource: 'account', field: 'item_id' }

describe('readEvidence', () => {
  it('reads what the doctor writes', () => {
    const { file } = examined()
    expect(read(file)).toMatchObject({ profile: { name: 'bridge2025' }, changes: file.changes })
  })

  it('reads a file that was edited well', () => {
    const decided = { change: 'add-item-status', status: 1020, action: 'wait', why: 'as support says' }
    const { profile, changes } = read({ ...about(decided, optional), comment: 'mine' })
    expect(applyChanges(profile, changes).itemStates?.statuses[1020]).toBe('wait')
  })

  it('carries no free text of a file into the next one', () => {
    const canary = 'as Ada Lovelace of FR76 says'
    const { changes } = read({ ...about({ ...optional, why: canary }), comment: canary })
    expect(changes).toStrictEqual([{ ...optional, why: 'from the file that was applied' }])
    expect(JSON.stringify(examined({ changes }).file)).not.toContain('Ada')
  })

  it.each<readonly [what: string, content: unknown, message: RegExp]>([
    ['nothing', '', /is empty$/],
    ['no JSON', '{"evidence":1', /is not JSON$/],
    ['another file', { resources: [] }, /is not a file that rxbank doctor --output wrote: it has no "evidence"$/],
    ['a list', [], /is not a file/],
    ['a prototype', '{"__proto__":{"evidence":1,"profile":"bridge2025","changes":[]}}', /is not a file/],
    ['a later version', { ...about(), evidence: 2 }, /\/evidence: expected format version 1; update rxbank$/],
    [
      'a version of another type',
      { ...about(), evidence: '1' },
      /\/evidence: expected format version 1; run rxbank doctor --output again$/,
    ],
    ['an unknown profile', { ...about(), profile: 'bridge2020' }, /\/profile: expected the name of a profile/],
    ['a profile of prototypes', { ...about(), profile: '__proto__' }, /\/profile: expected/],
    ['no changes', { evidence: 1, profile: 'bridge2025' }, /\/changes: expected a list/],
    [
      'too many changes',
      about(...Array.from({ length: 501 }, () => optional)),
      /\/changes: expected a list of 500 changes at most$/,
    ],
    ['an unknown change', about(optional, { change: 'run' }), /\/changes\/1\/change: expected one of use-profile/],
    ['a change of prototypes', about({ change: 'constructor' }), /\/changes\/0\/change: expected one of/],
    ['no change', about(null), /\/changes\/0\/change: expected one of/],
    [
      'a field that is code',
      about({ ...optional, field: 'a;process.exit()' }),
      /\/changes\/0\/field: expected the name of a field/,
    ],
    ['a field of prototypes', about({ ...optional, field: '__proto__' }), /\/changes\/0\/field: expected the name/],
    [
      'an unknown resource',
      about({ ...optional, resource: '__proto__' }),
      /\/changes\/0\/resource: expected one of account/,
    ],
    [
      'an unknown operation',
      about({ change: 'remove-operation', operation: 'toString' }),
      /\/operation: expected one of banks/,
    ],
    [
      'an unknown conversion',
      about({ ...optional, change: 'convert-field', conversion: 'constructor' }),
      /\/conversion: expected one of number-from-text/,
    ],
    ['an unknown action', about({ change: 'add-item-status', status: 1, action: 'rm' }), /\/action: expected ok, wait/],
    [
      'a status that is no number',
      about({ change: 'add-item-status', status: '1', action: null }),
      /\/status: expected number/,
    ],
    [
      'an unknown option',
      about({ ...optional, resourc: 'x' }),
      /\/resourc: expected no such option; did you mean resource/,
    ],
    [
      'nesting',
      `{"evidence":1,"profile":"bridge2025","changes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      /\/changes\/0\/change: expected/,
    ],
    ['ten megabytes', ' '.repeat(10_000_000), /cannot be read: it is larger than 4 MB$/],
  ])('refuses %s', (_, content, message) => {
    const text = messageOf(() => read(content))
    expect(text).toMatch(message)
    expect(text.length).toBeLessThan(1500)
  })

  it('refuses what is no file', () => {
    mkdirSync(folder('folder'))
    expect(messageOf(() => readEvidence(folder('folder')))).toMatch(/cannot be read: it is a directory$/)
    expect(messageOf(() => readEvidence(folder('none.json')))).toMatch(/cannot be read: there is no such file/)
  })

  it('never fails in another way, whatever the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.jsonValue().map((value) => about(value)),
          fc.string(),
        ),
        (content) => {
          try {
            const { profile, changes } = read(content)
            applyChanges(profile, changes)
          } catch (error) {
            expect(error).toBeInstanceOf(CommandError)
          }
        },
      ),
    )
  })
})

describe('applyChanges', () => {
  const profile = findProfile('bridge2025') as ServiceProfile

  it.each<readonly [ProfileChange, string]>([
    [{ change: 'make-optional', resource: 'account', field: 'constructor' }, 'make constructor of account optional'],
    [{ change: 'rename-field', resource: 'bank', field: 'bank_id', from: 'id' }, 'read bank_id of bank from id'],
  ])('refuses a change of a field that the profile does not have: %j', (change, words) => {
    expect(messageOf(() => applyChanges(profile, [change]))).toBe(
      `the change "${words}" cannot be applied: bridge2025 has no such field`,
    )
  })

  it('makes a profile that a client takes', () => {
    const changed = applyChanges(profile, [
      { change: 'remove-operation', operation: 'stocks' },
      { change: 'make-optional', resource: 'account', field: 'item_id' },
      { change: 'read-limit-headers', remaining: 'X-Left', reset: 'X-Reset' },
      { change: 'add-item-status', status: 1020, action: 'wait' },
    ])
    expect(() => createClient({ clientId: 'id', profile: changed })).not.toThrow()
  })

  it('takes another profile, and changes that', () => {
    const changed = applyChanges(profile, [
      { change: 'use-profile', profile: 'bridge2021' },
      { change: 'remove-operation', operation: 'stocks' },
    ])
    expect([changed.name, changed.paths.stocks]).toStrictEqual(['bridge2021', null])
  })
})
