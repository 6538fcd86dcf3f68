import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { checkpointStoreLaws } from 'rxbank/node'
import { checkpointStore } from '../src/checkpoints.js'
import type { Database } from '../src/connection.js'
import { openDatabase } from '../src/database.js'

for (const { name, check } of checkpointStoreLaws) {
  test(`the checkpoint store ${name}`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'watcher-'))
    const file = join(directory, 'watcher.db')
    const { close } = openDatabase({ file, service: 'https://bank.example' })
    const connections: Array<Database> = []
    try {
      await check(() => {
        const connection = new DatabaseSync(file)
        connections.push(connection)
        return checkpointStore(connection)
      })
    } finally {
      for (const connection of connections) connection.close()
      close()
      rmSync(directory, { recursive: true })
    }
  })
}
