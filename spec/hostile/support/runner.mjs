// node runner.mjs <project>: runs programs of the installed package as it is told, one after another, for to load the
// package takes longer than most of them do. Each runs until nothing is left that a process of its own would wait for.
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , project] = process.argv
const installed = createRequire(`${project}/`)
const main = realpathSync(join(project, 'node_modules', '.bin', 'rxbank'))

/** The command line as it was installed: its main module runs anew, and those that it imports are loaded once. */
const command = ({ args, count }) => {
  process.argv = [process.execPath, main, ...args]
  return import(`${pathToFileURL(main)}?${count}`)
}

const AsyncFunction = (async () => undefined).constructor
const names = ['installed', 'rxbank', 'node', 'rxjs']

/** A text of a program, as `program.mjs` gives it to a process of its own. */
const script = ({ text }) =>
  new AsyncFunction(...names, text)(installed, ...['rxbank', 'rxbank/node', 'rxjs'].map((name) => installed(name)))

/** Takes away what the command line adds to each process that it runs in. */
const forget = () => {
  process.exitCode = undefined
  process.removeAllListeners('uncaughtException')
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error')
}

const setEnvironment = (env) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
}

process.on('message', (task) => {
  const { text, env, mark } = task
  if (env !== undefined) setEnvironment(env)
  process.once('beforeExit', () => {
    process.channel.ref()
    // Node's code for a module that waits for what never comes is 13; a function may wait.
    const code = process.exitCode ?? (text === undefined ? 13 : 0)
    forget()
    for (const output of [process.stdout, process.stderr]) output.write(mark)
    process.send(code)
  })
  // From here on nothing but the program keeps this process running.
  process.channel.unref()
  void (text === undefined ? command(task) : script(task))
})
