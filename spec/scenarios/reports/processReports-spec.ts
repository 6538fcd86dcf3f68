import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { serviceCommand } from '../../helpers/serviceCommand.js'
import { expiredAccess, timeZones, unhandledRejections } from './processTries.js'

describe('a public report, tried in a process of its own', () => {
  const command = serviceCommand({ profile: documentedProfile, transactions: 40 })

  it.each([
    {
      addresses: 'firefly-iii/firefly-iii#8027 and #8534',
      seen: 'access has expired, and the importer ends with status 0',
      promise: 'rxbank pull ends with 1 and leaves no file, if access ends before or between pages',
      attempt: () => expiredAccess(command),
    },
    {
      addresses: 'psybers/actual-helpers#6',
      seen: 'an unhandled rejection ends the process',
      promise: 'an hour of a transport that rejects ends no process: who asks gets a typed error',
      attempt: unhandledRejections,
    },
    {
      addresses: 'we-promise/sure#2668, frappe/erpnext#22000, beestat/app#332 and OCA/bank-statement-import#905',
      seen: 'days shift, and rows are missed or read twice, around days of 23 and 25 hours',
      promise: 'in five time zones the same moments are asked for, and the same rows and days are in the mirror',
      attempt: timeZones,
    },
  ])('$addresses: $seen; $promise', async ({ attempt }) => {
    await attempt()
  })
})
