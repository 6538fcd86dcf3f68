import { map, merge, switchMap, tap } from 'rxjs'
import { live } from './bank.js'
import { listen, startParts } from './startServer.js'

const server = startParts()
  .pipe(
    switchMap(({ app, bank }) => {
      const url$ = listen(app, Number(process.env['PORT'] ?? 4300))
      return merge(url$.pipe(tap((url) => console.log(`Daybook is at ${url}; Ctrl-C ends it.`))), live(bank))
    }),
    map(() => undefined),
  )
  .subscribe({
    error: (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    },
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.unsubscribe())
