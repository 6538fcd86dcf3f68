import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { filter, firstValueFrom, from, mergeMap, race, ReplaySubject, take, throwError } from 'rxjs'

/** The service as a process. */
export interface TestService {
  readonly child: ChildProcess
  /** All that it has written so far. */
  readonly written: () => string
  /** The first line that matches, also one that has been written already; rejects when the process ends without. */
  readonly line: (pattern: RegExp) => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** How it ended: with a status, or by a signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Asks it for a path. */
  readonly get: (path: string) => Promise<{ readonly status: number; readonly text: string }>
}

/** The service in one file, or in the modules that its users run: these take three times the CPU to start. */
export type Form = 'bundled' | 'src'

/** Starts the service in a folder, with these settings and no others. */
export const startService = (
  folder: string,
  settings: Readonly<Record<string, string>>,
  form: Form = 'bundled',
): TestService => {
  const main = fileURLToPath(new URL(`../../${form}/main.js`, import.meta.url))
  const env = { PATH: process.env['PATH'], WATCHER_PORT: '0', WATCHER_EVERY: '100', ...settings }
  const child = spawn(process.execPath, [main], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines$ = new ReplaySubject<string>()
  const written: Array<string> = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      written.push(line)
      lines$.next(line)
    })
  const ended = once(child, 'close').then(
    ([code, signal]: Array<unknown>) => (code ?? signal) as number | NodeJS.Signals,
  )
  const text = () => written.join('\n')
  const line = (pattern: RegExp) =>
    firstValueFrom(
      race(
        lines$.pipe(
          filter((written) => pattern.test(written)),
          take(1),
        ),
        from(ended).pipe(
          mergeMap((status) =>
            throwError(() => new Error(`ended with ${String(status)} without ${String(pattern)}:\n${text()}`)),
          ),
        ),
      ),
    )
  return {
    child,
    written: text,
    line,
    kill: (signal) => child.kill(signal),
    ended,
    get: async (path) => {
      const [, url = ''] = /health at (http:\/\/[^/"]+)/.exec(await line(/health at/)) ?? []
      const answer = await fetch(url + path)
      return { status: answer.status, text: await answer.text() }
    },
  }
}
