// In a worker of its own: what a scene imports, and the scene as it is wanted. The page puts the scene behind this.
import * as rxbank from 'rxbank'
import * as bridge from 'rxbank/bridge'
import * as recurring from 'rxbank/recurring'
import * as sandbox from 'rxbank/sandbox'
import * as transfers from 'rxbank/transfers'
import * as rxjs from 'rxjs'
import type { Scene } from '../Stage.js'
import { createRun, type Run, type Wanted } from './createRun.js'
import type { Shown } from './messages.js'

type Program = (require: (name: string) => unknown, exports: { scene?: Scene }) => void

const modules: Readonly<Record<string, unknown>> = {
  rxbank,
  'rxbank/bridge': bridge,
  'rxbank/recurring': recurring,
  'rxbank/sandbox': sandbox,
  'rxbank/transfers': transfers,
  rxjs,
}

const load = (program: Program): Scene => {
  const exports: { scene?: Scene } = {}
  program((name) => {
    if (!Object.hasOwn(modules, name)) throw new Error(`no ${name} here; there are ${Object.keys(modules).join(', ')}`)
    return modules[name]
  }, exports)
  if (typeof exports.scene !== 'function') throw new Error('the program has to export a function, scene')
  return exports.scene
}

const textOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** Takes the program, and from then on goes to what the page wants. */
const play = (program: Program): void => {
  let run: Run | undefined
  const show = (error?: unknown): void => {
    const shown: Partial<Shown> = {
      ...(run && { inspection: run.inspection() }),
      lines: run?.lines ?? [],
      ...(error !== undefined && { error: textOf(error) }),
    }
    postMessage(shown)
  }
  addEventListener('message', ({ data }: MessageEvent<Wanted | 'clear'>) => {
    try {
      if (data === 'clear') run?.inspector.clear()
      else {
        if (run?.leadsTo(data) !== true) run = createRun(load(program), data.seed)
        run.goTo(data)
      }
      show()
    } catch (error) {
      show(error)
    }
  })
}

Object.assign(globalThis, { play })
