import { firstValueFrom } from 'rxjs'
import { migrateJobs } from '../../../../lib/mirror/fleet/engine/engineSchema.js'

jest.mock('graphile-worker', () => {
  throw Object.assign(new Error("Cannot find package 'graphile-worker'"), { code: 'ERR_MODULE_NOT_FOUND' })
})

describe('migrateJobs', () => {
  it('says what to install where graphile-worker is not', async () => {
    const client = { query: () => Promise.reject(new Error('asked')), release: () => undefined }

    await expect(firstValueFrom(migrateJobs(client as never, 'jobs'))).rejects.toMatchObject({
      _tag: 'FleetError',
      reason: 'uninstalled',
      isTransient: false,
      message: 'fleet: graphile-worker cannot be loaded: run npm install graphile-worker (ERR_MODULE_NOT_FOUND)',
    })
  })
})
