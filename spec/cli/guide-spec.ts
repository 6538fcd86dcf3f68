import { readFileSync } from 'node:fs'
import { singleNames } from '../../lib/cli/get/singleOperations.js'
import { resources } from '../../lib/cli/pull/resources.js'
import { settingNames, settings } from '../../lib/cli/service/serviceOptions.js'
import { buildCommandLine, type CommandLine } from '../helpers/commandLine.js'

const guide = readFileSync('docs/guides/command-line.md', 'utf8')
const shellText = Array.from(guide.matchAll(/^```sh\n([^]*?)^```/gm), ([, text = '']) => text).join('')

/** What the guide runs: the words after `rxbank`, up to what a shell reads otherwise. */
const calls = Array.from(shellText.matchAll(/\brxbank ([a-z][^|<)#\n]*)/g), ([, words = '']) =>
  words.trim().split(/ +/),
)

const isFlag = (flag: string): RegExp => new RegExp(`${flag}(?![\\w-])`)

describe('the guide to the command line', () => {
  let cli: CommandLine
  /** The help of every command, by its words. */
  const helps = new Map<string, string>()

  const readHelp = async (words: ReadonlyArray<string>): Promise<void> => {
    const { stdout } = await cli.run([...words, '--help'])
    if (words.length > 0) helps.set(words.join(' '), stdout)
    const [, listed = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(stdout) ?? []
    const names = Array.from(listed.matchAll(/^ {2}(?!help\b)(\w+)/gm), ([, name = '']) => name)
    await Promise.all(names.map((name) => readHelp([...words, name])))
  }

  beforeAll(async () => {
    cli = buildCommandLine()
    await readHelp([])
  })

  const commandOf = (words: ReadonlyArray<string>): string =>
    [3, 2, 1].map((length) => words.slice(0, length).join(' ')).find((name) => helps.has(name)) ?? ''

  it('shows every command', () => {
    const shown = new Set(calls.map(commandOf))
    const groups = Array.from(helps.keys(), (name) => name.replace(/ ?\w+$/, ''))
    const expected = Array.from(helps.keys()).filter((name) => !groups.includes(name))
    expect(expected.length).toBeGreaterThan(6)
    expect(expected.filter((name) => !shown.has(name))).toStrictEqual([])
  })

  it('names no command and no flag that is not there', () => {
    expect(calls.length).toBeGreaterThan(15)
    for (const words of calls) {
      const help = helps.get(commandOf(words)) ?? ''
      expect([words[0], help]).not.toStrictEqual([words[0], ''])
      for (const flag of words.filter((word) => word.startsWith('--'))) expect(help).toMatch(isFlag(flag))
    }
    const all = Array.from(helps.values()).join('')
    for (const [flag] of guide.matchAll(/(?<=`)--[a-z-]+/g)) expect(all).toMatch(isFlag(flag))
  })

  it('puts no token among the arguments of a process', () => {
    expect(shellText).toContain('rxbank token --reveal')
    expect(shellText).not.toMatch(/\$\([^)]*--reveal/)
  })

  it('has examples that parse', async () => {
    const pulls = calls.filter(([name]) => name === 'pull')
    expect(pulls.length).toBeGreaterThan(3)
    const ends = await Promise.all(pulls.map((words) => cli.run(words, { HOME: '/nonexistent' })))
    for (const { code, stderr } of ends) {
      expect(code).toBe(2)
      expect(stderr).toMatch(/^error: missing settings: client id/)
    }
  })

  it('has a row for each setting, as the help of a command has', () => {
    for (const name of settingNames) {
      const { label, variable, flag = '' }: { label: string; variable: string; flag?: string } = settings[name]
      const cells = [label, flag && `\`${flag}\``, `\`${variable}\``, `\`"${name}"\``]
      expect(guide.replace(/ +/g, ' ')).toContain(`| ${cells.join(' | ')} |`.replace(/ +/g, ' '))
      expect(helps.get('token')?.replace(/ +/g, ' ')).toContain(
        `${[label, flag, variable].filter(Boolean).join(' ')} "${name}"`,
      )
    }
  })

  it.each([
    ['pull', resources],
    ['get', singleNames],
  ])('tells the resources that %s reads', (command, names) => {
    const [, choices = ''] = /choices: ([^)]*)\)/.exec((helps.get(command) ?? '').replace(/\s+/g, ' ')) ?? []
    expect(choices.replace(/"/g, '').split(', ')).toStrictEqual(names)
    for (const name of names) expect(guide).toContain(`\`${name}\``)
  })
})
