import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { serviceCommand } from '../../helpers/serviceCommand.js'

describe('rxbank completion', () => {
  const { run, runAlone, path } = serviceCommand()

  const scriptOf = async (shell: string): Promise<string> => {
    const { code, stdout, stderr } = await run(['completion', shell])
    expect([code, stderr]).toStrictEqual([0, ''])
    return stdout
  }

  /** What bash offers for the last of these words; it runs in the folder of the spec. */
  const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    writeFileSync(path('rxbank.bash'), await scriptOf('bash'))
    const program =
      'source rxbank.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rxbank; printf "%s\\n" "${COMPREPLY[@]}"'
    const args = ['--norc', '-c', program, 'bash', 'rxbank', ...words]
    const shown = execFileSync('bash', args, { cwd: path(), encoding: 'utf8' })
    return shown.split('\n').filter((line) => line !== '')
  }

  it.each<readonly [words: ReadonlyArray<string>, offers: ReadonlyArray<string>]>([
    [['p'], ['pull']],
    [['f'], ['fleet']],
    [['pull', 't'], ['transactions']],
    [['pull', 'transactions', '--cs'], ['--csv']],
    [['pull', 'transactions', '--csv', '--out'], ['--output']],
    [
      ['watch', ''],
      ['refresh', 'stocks', 'transactions', '-h', '--help'],
    ],
    [['watch', 'stocks', '--che'], ['--checkpoint']],
    [
      ['fleet', 'users', 're'],
      ['retry', 'remove'],
    ],
    [
      ['categories', '--language', ''],
      ['en', 'fr'],
    ],
    [['pull', 'banks', '--limit', ''], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '-h', '--help'],
    ],
    [['--vers'], ['--version']],
    [['unheard', 'of', '--limi'], []],
  ])('completes %j', async (words, offers) => {
    expect([...(await offered(...words))].sort()).toStrictEqual([...offers].sort())
  })

  it('completes files if a file is asked for, also with spaces in their names', async () => {
    for (const name of ['rows one.ndjson', 'rows two.ndjson', 'other']) writeFileSync(path(name), '')
    for (const flag of ['--output', '-o'])
      expect([...(await offered('pull', 'stocks', flag, 'rows'))].sort()).toStrictEqual([
        'rows one.ndjson',
        'rows two.ndjson',
      ])
  })

  it('gives every command and every long option to each shell', async () => {
    const { code, stdout: bash } = await runAlone(['completion', 'bash'])
    expect(code).toBe(0)
    const [zsh, fish] = [await scriptOf('zsh'), await scriptOf('fish')]
    expect(zsh.startsWith('#compdef rxbank\n')).toBe(true)
    expect(zsh).toContain(bash)
    const flags = new Set(bash.match(/(?<= |')--[a-z-]+/g))
    expect(flags.size).toBeGreaterThan(20)
    for (const flag of flags) expect(fish).toContain(` -l ${flag.slice(2)} `)
    for (const command of ['banks', 'pull', 'users']) expect(fish).toContain(` -a ${command} -d '`)
  })

  it('refuses a shell that it does not know', async () => {
    const { code, stdout, stderr } = await run(['completion', 'tcsh'])
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain('Allowed choices are bash, zsh, fish.')
  })
})
