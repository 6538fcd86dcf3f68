import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { firstValueFrom, skip } from 'rxjs'
import type { TestBank } from './support/bank.js'
import { difference, query, rowsIn } from './support/rows.js'
import { scene } from './support/scene.js'

const kills = 8

const below = (limit: number): number => Math.floor(Math.random() * limit)

/** Something happens to each user. */
const happen = ({ sandbox, users }: TestBank, made: Array<number>): void => {
  for (const { uuid } of users) {
    made.push(...sandbox.insertTransactions(uuid, 1 + below(4)))
    const [id = assert.fail()] = made.splice(below(made.length), 1)
    if (below(2) === 0) sandbox.deleteTransaction(id)
    else sandbox.updateTransaction(id, { amount: -below(10_000) / 100 })
    sandbox.touchStocks(uuid, below(4))
  }
}

/**
 * How many rows a copy of a database lacks, or has wrong, when rounds have gone on from its bookmarks. The market of the
 * bank moves by itself: if it has moved since the round, another round is done; what was lost stays lost.
 */
const lost = async (bank: TestBank, file: string): Promise<number> => {
  const copy = `${file}-copy`
  for (const part of ['', '-wal']) {
    rmSync(copy + part, { force: true })
    if (existsSync(file + part)) copyFileSync(file + part, copy + part)
  }
  rmSync(`${copy}-shm`, { force: true })
  let wrong = Infinity
  for (let round = 0; round < 5 && wrong > 0; round++) {
    await bank.sync(copy)
    wrong = difference(rowsIn(copy), await bank.rows())
  }
  return wrong
}

scene(
  `killed ${String(kills)} times, wherever it is, it loses nothing`,
  async ({ bank, file, start, mirrored }) => {
    const made: Array<number> = []
    for (let kill = 0; kill < kills; kill++) {
      const service = start()
      const { changes$ } = bank.sandbox.journal
      await firstValueFrom(changes$)
      happen(bank, made)
      await firstValueFrom(changes$.pipe(skip(below(60))))
      await setTimeout(below(30))
      service.kill('SIGKILL')
      assert.equal(await service.ended, 'SIGKILL')
      if (!existsSync(file)) continue
      assert.deepEqual(
        query<{ integrity_check: string }>(file, 'PRAGMA integrity_check').map((row) => row.integrity_check),
        ['ok'],
      )
      assert.equal(await lost(bank, file), 0)
    }
    start()
    await mirrored()
  },
  1700,
)
