// Keeps a budget in step until the log is read, then prints what the budget has. Killed at the step that it was told.
import { createPayee, getBudgets, getCategories, shutdown } from '@actual-app/api'
import { DatabaseSync } from '@photostructure/sqlite'
import { systemClock } from 'rxbank'
import { createMirror } from 'rxbank/sqlite'
import { filter, firstValueFrom, interval, merge } from 'rxjs'
import type { Budget } from '../../src/Budget.js'
import { keepInStep, prefix } from '../../src/keepInStep.js'
import { openBudget } from '../../src/openBudget.js'
import { countWrites } from './countWrites.js'

const [folder = '', phase = '', killAt = '0', moment = '', minutes = '0', note = ''] = process.argv.slice(2)

/** What the tests compare: all that is in the books. */
export interface Books {
  readonly steps: number
  readonly budgets: number
  readonly categories: ReadonlyArray<string>
  readonly accounts: ReadonlyArray<{
    readonly name: string
    readonly note: string
    readonly transactions: ReadonlyArray<unknown>
  }>
}

let steps = 0
let isOpen = false
/** A step of the phase that is tested: `opening` the books, or `writing` them. */
const step = (): void => {
  if (isOpen !== (phase === 'writing')) return
  steps++
  if (steps !== Number(killAt)) return
  if (moment === 'before') process.kill(process.pid, 'SIGKILL')
  else setImmediate(() => process.kill(process.pid, 'SIGKILL'))
}

/** The budget, each call of which is a step. */
const counted = (budget: Budget): Budget =>
  Object.fromEntries(
    Object.entries(budget).map(([name, call]: readonly [string, (...args: Array<never>) => unknown]) => [
      name,
      (...args: Array<never>) => {
        step()
        return call(...args)
      },
    ]),
  ) as unknown as Budget

if (phase === 'opening') countWrites(step)
const { budgetId, budget } = await openBudget(`${folder}/budget`, 'rxbank')
isOpen = true
const database = new DatabaseSync(`${folder}/bank.db`)
// A killed process holds its place in the log for half a minute: each process begins some minutes after the one before.
const clock = { ...systemClock, wall: () => systemClock.wall() + Number(minutes) * 60_000 }
const mirror = createMirror({ database, clock })
const bank = { database, user: 'A6J', currency: 'EUR' }

const isRead = (): boolean => {
  const [row] = database
    .prepare(
      `SELECT (SELECT coalesce(max(number), 0) FROM rxbank_changes) <=
         (SELECT position FROM rxbank_consumers WHERE name LIKE 'actual ' || ? || ' %') AS is_read`,
    )
    .all(budgetId)
  return row?.is_read === 1
}

await firstValueFrom(
  merge(
    keepInStep({ ...bank, mirror, budget: counted(budget), budgetId, limit: 6, onWritten: step }),
    interval(5),
  ).pipe(filter(isRead)),
)

if (note !== '') {
  // The person writes a note on a payment, and changes its payee and its category.
  const [found] = await budget.find(prefix, [prefix + note])
  const [payee, category] = [await createPayee({ name: 'Ada' }), (await getCategories())[0]?.id]
  if (found !== undefined)
    await budget.change(found.id, { notes: 'lunch with Ada', payee, category: category ?? null } as object)
}

const found = await budget.find('')
const accounts = await Promise.all(
  (await budget.accounts()).map(async ({ id, name }) => ({
    name,
    note: await budget.accountNote(id),
    transactions: found.filter(({ account }) => account === id),
  })),
)
const budgets = (await getBudgets()).length
const categories = (await getCategories()).map(({ name }) => name)
await shutdown()
database.close()
process.stdout.write(`\n${JSON.stringify({ steps, budgets, categories, accounts } satisfies Books)}\n`)
