import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBank, secret, type TestBank } from './bank.js'
import { difference, rowsIn } from './rows.js'
import { type Form, startService, type TestService } from './service.js'
import { patience, until } from './until.js'

/** A bank, a folder, and services that run there. */
export interface Scene {
  readonly bank: TestBank
  readonly folder: string
  readonly file: string
  readonly start: (settings?: Readonly<Record<string, string>>, form?: Form) => TestService
  /** Waits until the database has what the bank has. */
  readonly mirrored: () => Promise<void>
}

/** A test with a scene of its own, of which nothing is left behind. Each user has so many transactions; a page has 500. */
export const scene = (name: string, run: (scene: Scene) => Promise<void>, transactions = 20): void => {
  test(name, { timeout: patience }, async ({ signal }) => {
    const folder = mkdtempSync(join(tmpdir(), 'watcher-'))
    const file = join(folder, 'watcher.db')
    const bank = await openBank(transactions)
    const services: Array<TestService> = []
    const start = (settings: Readonly<Record<string, string>> = {}, form?: Form) => {
      const ofBank = {
        WATCHER_PROFILE: 'documented',
        WATCHER_BASE_URL: bank.url(),
        WATCHER_CLIENT_ID: bank.sandbox.credentials.clientId,
        WATCHER_CLIENT_SECRET: secret,
        WATCHER_USERS: bank.users.map(({ id }) => id).join(','),
      }
      const service = startService(folder, { ...ofBank, ...settings }, form)
      services.push(service)
      return service
    }
    const mirrored = () => until(async () => difference(rowsIn(file), await bank.rows()) === 0)
    try {
      // A scene that takes too long may wait for ever, for a line that never comes: what it has started ends nevertheless.
      await Promise.race([run({ bank, folder, file, start, mirrored }), once(signal, 'abort')])
    } finally {
      for (const service of services) service.kill('SIGKILL')
      await Promise.all(services.map(({ ended }) => ended))
      bank.close()
      rmSync(folder, { recursive: true })
    }
  })
}
