import { createInterface } from 'node:readline'
import { concat, concatMap, fromEvent, type Observable, of, range, takeUntil } from 'rxjs'
import { CheckpointError, fileCheckpointStore } from '../../lib/node.js'
import { bookmarkAt } from '../helpers/bookmarkAt.js'

/**
 * A process that saves bookmarks of rising times, and says each when it is kept. Its arguments: the file, the key, the first time in
 * milliseconds since 1970, and how many it saves; `0`: one for each line that comes in.
 */
const [file = '', key = '', first = '', count = '0'] = process.argv.slice(2)
const store = fileCheckpointStore(file)
const input = createInterface(process.stdin)
const turns$: Observable<unknown> =
  count === '0' ? fromEvent(input, 'line').pipe(takeUntil(fromEvent(input, 'close'))) : range(0, Number(count))

const say = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

turns$
  .pipe(
    concatMap((_, index) => {
      const saved = Number(first) + index
      return concat(store.save(key, bookmarkAt(saved)), of({ saved }))
    }),
  )
  .subscribe({
    next: say,
    error: (error: unknown) => {
      if (!(error instanceof CheckpointError)) throw error
      say({ reason: error.reason, message: error.message })
      input.close()
    },
    complete: () => input.close(),
  })
