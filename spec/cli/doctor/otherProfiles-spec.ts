import type { Fit, OperationReport } from '../../../lib/cli/doctor/DoctorReport.js'
import { emptyReport } from '../../../lib/cli/doctor/examine.js'
import { betterProfile } from '../../../lib/cli/doctor/otherProfiles.js'
import { documentedProfile } from '../../../lib/index.js'

const report = (...fits: ReadonlyArray<Fit>): OperationReport => ({
  ...emptyReport({ key: 'items', operation: 'items.list', access: 'user' }, documentedProfile, 'answered', ''),
  fits,
})

const fit = (profile: string, decodes: boolean, unknown: number, missing = 0, differing = 0): Fit => ({
  profile,
  decodes,
  unknown,
  missing,
  differing,
})

describe('bestFit', () => {
  it.each<readonly [string, ReadonlyArray<OperationReport>, unknown]>([
    ['nothing of nothing', [], undefined],
    ['nothing, of what is read', [report(fit('own', true, 0), fit('other', true, 0))], undefined],
    [
      'who reads what cannot be read',
      [report(fit('own', false, 0), fit('other', true, 9))],
      { profile: 'other', isNeeded: true },
    ],
    ['nobody, where nobody reads it', [report(fit('own', false, 0), fit('other', false, 0))], undefined],
    [
      'who reads more of it',
      [report(fit('own', false, 0), fit('other', false, 0)), report(fit('own', false, 0), fit('other', true, 0))],
      { profile: 'other', isNeeded: true },
    ],
    ['nobody who reads less', [report(fit('own', true, 90), fit('other', false, 0))], undefined],
    ['nobody for a field or two', [report(fit('own', true, 2, 1), fit('other', true, 0))], undefined],
    [
      'to whom no type differs',
      [report(fit('own', true, 0, 0, 6), fit('other', true, 1))],
      { profile: 'other', isNeeded: false },
    ],
    [
      'to whom much less is strange',
      [report(fit('own', true, 3, 3), fit('other', true, 1))],
      { profile: 'other', isNeeded: false },
    ],
    [
      'the best of them',
      [report(fit('own', true, 9), fit('other', true, 2), fit('third', true, 1))],
      { profile: 'third', isNeeded: false },
    ],
  ])('is %s', (_, operations, expected) => {
    expect(betterProfile(operations, 'own')).toStrictEqual(expected)
  })
})
