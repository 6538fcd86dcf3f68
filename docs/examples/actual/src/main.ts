import { mkdirSync } from 'node:fs'
import { shutdown } from '@actual-app/api'
import { DatabaseSync } from '@photostructure/sqlite'
import { createMirror } from 'rxbank/sqlite'
import { EMPTY, finalize, fromEvent, merge, take, takeUntil } from 'rxjs'
import { inventedRounds } from './inventedRounds.js'
import { keepInStep } from './keepInStep.js'
import { openBudget } from './openBudget.js'

const [file = 'invented.db', user = 'A6J', folder = 'budget', currency = 'EUR'] = process.argv.slice(2)
const isInvented = process.argv.length === 2

const { ACTUAL_SERVER_URL: serverURL, ACTUAL_PASSWORD: password = '', ACTUAL_SYNC_ID: syncId = '' } = process.env
const synced = serverURL === undefined ? undefined : { serverURL, password, syncId }

mkdirSync(folder, { recursive: true })
const { budgetId, budget } = await openBudget(folder, 'rxbank', synced)
const database = new DatabaseSync(file)
const mirror = createMirror({ database })

merge(
  isInvented ? inventedRounds(mirror, user) : EMPTY,
  keepInStep({
    mirror,
    database,
    budget,
    budgetId,
    user,
    currency,
    onWritten: ({ added, changed, removed }) =>
      console.log(`${String(added)} added, ${String(changed)} changed, ${String(removed)} removed`),
  }),
)
  .pipe(
    takeUntil(merge(fromEvent(process, 'SIGINT'), fromEvent(process, 'SIGTERM')).pipe(take(1))),
    finalize(() => void shutdown().then(() => database.close())),
  )
  .subscribe({
    error: (error: unknown) => {
      console.error(error)
      process.exitCode = 1
    },
  })
