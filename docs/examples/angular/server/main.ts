import { switchMap, tap } from 'rxjs'
import { live } from './bank.js'
import { startServer } from './startServer.js'

const server = startServer(Number(process.env['PORT'] ?? 4200))
  .pipe(
    tap(({ url }) => console.log(`Pocketbook is at ${url}; Ctrl-C ends it.`)),
    switchMap(({ sandbox }) => live(sandbox)),
  )
  .subscribe({
    error: (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    },
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.unsubscribe())
