import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCommandLine, type CommandLine } from '../../helpers/commandLine.js'

describe('rxbank openapi', () => {
  let cli: CommandLine
  let folder = ''

  beforeAll(() => {
    cli = buildCommandLine()
    folder = mkdtempSync(join(tmpdir(), 'rxbank-'))
  })

  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  it('writes a document, to a file as to the output', async () => {
    const { code, stdout, stderr } = await cli.runAlone(['openapi', '--profile', 'bridge2021'])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.bridgeapi.io' }] })
    const file = join(folder, 'bridge2021.json')
    const written = await cli.run(['openapi', '--profile', 'bridge2021', '--output', file])
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(stdout)
    expect(readdirSync(folder)).toEqual(['bridge2021.json'])
  })

  it.each([
    [['openapi'], /required option '--profile <name>' not specified/],
    [['openapi', '--profile', 'bridge2012'], /Expected one of default, .*did you mean bridge20/],
    [['openapi', '--profile', 'default', '--output', ''], /Expected the path of a file/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await cli.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  it('says what is wrong with a file', async () => {
    const { code, stderr } = await cli.run(['openapi', '--profile', 'default', '-o', join(folder, 'none', 'x.json')])
    expect([code, stderr.includes('x.json')]).toEqual([1, true])
  })
})
