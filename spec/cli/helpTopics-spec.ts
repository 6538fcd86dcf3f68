import { Command, type CommanderError } from 'commander'
import { addHelpTopics, refuseUnknownCommand } from '../../lib/cli/helpTopics.js'

/** The exit code of a program with a group and a command with topics, and all that it prints. */
const run = (...args: ReadonlyArray<string>) => {
  let stdout = ''
  let stderr = ''
  const program = new Command('bank')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (stdout += text), writeErr: (text) => (stderr += text) })
    .addHelpText('beforeAll', refuseUnknownCommand)
  const users = program.command('users').description('manage users')
  users.command('list').description('list users')
  addHelpTopics(program.command('play').option('--port <n>', 'the port'), '\nMore help', { faults: () => 'All faults' })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    return { code: (error as CommanderError).exitCode, stdout, stderr }
  }
  throw new Error('it did not print help')
}

describe('help topics', () => {
  it.each([
    ['play', '--help', 'faults'],
    ['play', '-h', 'faults'],
    ['play', '--port', '1', '--help', 'faults'],
  ])('print their text alone: %s %s %s', (...args) => {
    expect(run(...args)).toStrictEqual({ code: 0, stdout: 'All faults\n', stderr: '' })
  })

  it.each([
    ['play', '--help'],
    ['play', '-h', '--port', '1'],
    ['help', 'play'],
  ])('print the usual help: %s %s', (...args) => {
    const { code, stdout } = run(...args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: bank play[^]*--port <n>[^]*\nMore help\n$/)
  })

  it.each([
    ['fault', "error: unknown help topic 'fault'\n(Did you mean faults?)\n"],
    ['toString', "error: unknown help topic 'toString'\n"],
  ])('fail for %s, which is none', (topic, stderr) => {
    expect(run('play', '--help', topic)).toStrictEqual({ code: 1, stdout: '', stderr })
  })
})

describe('refuseUnknownCommand', () => {
  it.each([
    ['ply --help', "error: unknown command 'ply'\n(Did you mean play?)\n"],
    ['ply -h', "error: unknown command 'ply'\n(Did you mean play?)\n"],
    ['ply --port 1 --help', "error: unknown command 'ply'\n(Did you mean play?)\n"],
    ['--help ply', "error: unknown command 'ply'\n(Did you mean play?)\n"],
    ['help ply', "error: unknown command 'ply'\n(Did you mean play?)\n"],
    ['something --help', "error: unknown command 'something'\n"],
    ['users lst --help', "error: unknown command 'lst'\n(Did you mean list?)\n"],
    ['users help lst', "error: unknown command 'lst'\n(Did you mean list?)\n"],
  ])('fails for %s', (line, stderr) => {
    expect(run(...line.split(' '))).toStrictEqual({ code: 1, stdout: '', stderr })
  })

  it.each(['--help', 'users --help', 'users list --help', 'help users', 'users help list', '-h --port'])(
    'does not fail for %s',
    (line) => {
      expect(run(...line.split(' '))).toMatchObject({ code: 0, stderr: '' })
    },
  )
})
