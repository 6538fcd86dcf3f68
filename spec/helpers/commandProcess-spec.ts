import { join } from 'node:path'
import { builtProgram } from './builtProgram.js'
import { type CommandProcess, commandProcess } from './commandProcess.js'

/** Commands that behave, and commands that leave something behind; all listen as the command line does. */
const source = `
  import { AsyncResource } from 'node:async_hooks'
  import { runCommands } from './helpers/commandRunner.js'

  let late
  const commands = {
    say: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
    tell: (name) => process.stdout.write(String(process.env[name])),
    fail: () => 2,
    later: (text) => new Promise((resolve) => setTimeout(() => resolve(void process.stdout.write(text)), 20)),
    forget: (text) => void setTimeout(() => process.stdout.write(text), 20),
    never: () => new Promise(() => undefined),
    listen: () => void process.on('SIGUSR2', () => undefined),
    keep: (text) => (late = AsyncResource.bind(() => void process.stdout.write(text))),
    call: () => late(),
    exit: () => process.exit(3),
  }

  runCommands(async ([name, text]) => {
    process.on('uncaughtException', () => process.exit(1))
    for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
    const code = await commands[name](text)
    return typeof code === 'number' ? code : 0
  })
`

describe('a process of commands', () => {
  let commands: CommandProcess

  beforeEach(() => {
    const resolveDir = join(process.cwd(), 'spec')
    const file = join(builtProgram({ stdin: { contents: source, loader: 'ts', resolveDir } }), 'program.cjs')
    commands = commandProcess(file, {})
  })

  const perform = (...args: ReadonlyArray<string>) => commands.perform(args, {})

  it('runs one command after another, each with its output, code and variables', async () => {
    expect(await perform('say', 'one')).toEqual({ code: 0, stdout: 'one', stderr: '' })
    expect(await perform('warn', 'two')).toEqual({ code: 0, stdout: '', stderr: 'two' })
    expect(await perform('fail')).toEqual({ code: 2, stdout: '', stderr: '' })
    expect(await commands.perform(['tell', 'OWN'], { OWN: 'own' })).toMatchObject({ stdout: 'own' })
    expect(await perform('tell', 'OWN')).toMatchObject({ stdout: 'undefined' })
    await commands.end()
  })

  it('waits for all that keeps a process alive, as Node does', async () => {
    expect(await perform('later', 'in time')).toMatchObject({ code: 0, stdout: 'in time' })
    expect(await perform('forget', 'after the answer')).toMatchObject({ code: 0, stdout: 'after the answer' })
    await commands.end()
  })

  it('has the code of Node for a command that waits for what never comes', async () => {
    expect(await perform('never')).toMatchObject({ code: 13 })
    await commands.end()
  })

  it('fails for a command that still listens', async () => {
    await expect(perform('listen')).rejects.toThrow('rxbank listen still listens: uncaughtException,SIGUSR2')
  })

  it('fails for a command that writes while another one runs', async () => {
    await perform('keep', 'late')
    await expect(perform('call')).rejects.toThrow('rxbank keep late wrote after its end: late')
  })

  it('fails for a command that ends the process', async () => {
    await expect(perform('exit')).rejects.toThrow('the process has ended')
  })
})
