import fs, { appendFileSync, writeSync } from 'node:fs'
import promises from 'node:fs/promises'
import { join } from 'node:path'
import { concat, defer, EMPTY, ignoreElements, type Observable, tap } from 'rxjs'
import { createClient, type Transaction } from '../../lib/index.js'
import { fileCheckpointStore } from '../../lib/node.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { WatcherLife } from './watcherProcess.js'

/**
 * A process that watches transactions and keeps them in a file. Between any two of its effects there is a boundary,
 * whose name it prints; at the one whose number or name is `dieAt` it kills itself.
 */
const { url, credentials, externalUserId, folder, dieAt } = JSON.parse(process.argv[2] ?? '') as WatcherLife

let passed = 0

const say = (what: object): void => {
  writeSync(1, `${JSON.stringify(what)}\n`)
}

const boundary = (name: string): void => {
  passed++
  const isLast = passed === dieAt || name === dieAt
  say({ boundary: name, isLast })
  if (isLast) process.kill(process.pid, 'SIGKILL')
}

type Callable = (...args: Array<unknown>) => unknown

/** Puts a boundary before and after each call of a function of the system. */
const bound = (owner: object, names: ReadonlyArray<string>): void => {
  const functions = owner as Record<string, Callable>
  for (const name of names) {
    const call = functions[name]
    functions[name] = function (this: unknown, ...args: Array<unknown>) {
      boundary(`before ${name}`)
      const result = call?.apply(this, args)
      if (!(result instanceof Promise)) {
        boundary(`after ${name}`)
        return result
      }
      return result.then((value: unknown) => {
        boundary(`after ${name}`)
        return value
      })
    }
  }
}

const bindSystem = async (): Promise<void> => {
  const handle = await promises.open(process.execPath)
  await handle.close()
  bound(Object.getPrototypeOf(handle) as object, ['sync', 'writeFile'])
  bound(promises, ['open', 'rename', 'rm'])
  bound(fs, ['linkSync', 'renameSync', 'writeFileSync'])
}

const effect = (name: string, run: () => void): Observable<never> =>
  defer(() => {
    boundary(`before ${name}`)
    run()
    boundary(`after ${name}`)
    return EMPTY
  })

/** In two parts, with a boundary between them: a crash may leave half a line, so a line begins with its break. */
const keep = (rows: ReadonlyArray<Transaction>): Observable<never> => {
  const sink = join(folder, 'transactions.ndjson')
  const text = rows.map((row) => `\n${JSON.stringify(row)}`).join('')
  const half = text.length >> 1
  return concat(
    effect('half of process', () => appendFileSync(sink, text.slice(0, half))),
    effect('process', () => appendFileSync(sink, text.slice(half))),
  )
}

const watch = (): void => {
  const client = createClient({
    profile: documentedProfile,
    baseUrl: url,
    ...credentials,
    retry: { minDelay: 1, maxDelay: 10 },
  })
  const store = fileCheckpointStore(join(folder, 'checkpoints.json'))
  client.events$.subscribe((event) => {
    say(event)
    // That a watcher starts and ends is no effect of it.
    if (!event._tag.startsWith('Watcher')) boundary(event._tag)
  })
  const watching = client
    .user({ externalUserId })
    .transactions.watchUpdated({
      every: 100,
      overlap: 1000,
      limit: 20,
      process: ({ resources }) => keep(resources),
      store: {
        load: (key) =>
          concat(
            effect('load', () => undefined),
            store.load(key),
          ).pipe(tap(() => boundary('loaded'))),
        save: (key, bookmark) =>
          concat(
            effect('save', () => undefined),
            store.save(key, bookmark).pipe(ignoreElements()),
            effect('saved', () => undefined),
          ),
      },
    })
    .subscribe({
      next: ({ resources }) => say({ emitted: resources.length }),
      error: (error: unknown) => {
        say({ ended: error })
        process.exitCode = 1
      },
    })

  process.once('SIGTERM', () => watching.unsubscribe())
}

void bindSystem().then(watch)
