import { CommanderError } from 'commander'
import { none } from 'fp-ts/lib/Option.js'
import { CommandError, usageError } from '../../lib/cli/CommandError.js'
import { outputClosedError } from '../../lib/cli/endSignals.js'
import { reportError } from '../../lib/cli/reportError.js'
import { AuthenticationError, createClient, UnsupportedByVersion } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

describe('explain', () => {
  let written: string
  let debug: string | undefined

  beforeEach(() => {
    debug = process.env.DEBUG
    delete process.env.DEBUG
    written = ''
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
  })

  afterEach(() => {
    jest.restoreAllMocks()
    if (debug === undefined) delete process.env.DEBUG
    else process.env.DEBUG = debug
  })

  it('says a failure in one line', () => {
    expect(reportError(new Error('the first line\n  at the second'))).toBe(1)
    expect(written).toBe('error: the first line at the second\n')
  })

  it('leaves out which function failed', () => {
    reportError(new Error('sandbox.listen: port 80 could not be opened (EACCES)'))
    expect(written).toBe('error: port 80 could not be opened (EACCES)\n')
  })

  it('takes what is no Error', () => {
    expect(reportError('no reason')).toBe(1)
    expect(written).toBe('error: no reason\n')
  })

  it('shows the stack, and then what went wrong, if DEBUG is set', () => {
    process.env.DEBUG = '1'
    const error = new Error('broken')
    reportError(error)
    expect(written).toBe(`${String(error.stack)}\nerror: broken\n`)
  })

  it('leaves wrong usage to commander, with the exit code 2', () => {
    expect(reportError(new CommanderError(1, 'commander.unknownOption', 'unknown'))).toBe(2)
    expect(reportError(new CommanderError(0, 'commander.helpDisplayed', ''))).toBe(0)
    expect(written).toBe('')
  })

  it('says what a command says as it stands, with its exit code', () => {
    expect(reportError(usageError('not given:\n  base URL'))).toBe(2)
    expect(reportError(new CommandError('interrupted', 130))).toBe(130)
    expect(written).toBe('error: not given:\n  base URL\ninterrupted\n')
  })

  it('is silent if the output was closed', () => {
    process.env.DEBUG = '1'
    expect(reportError(outputClosedError())).toBe(0)
    expect(written).toBe('')
  })

  it('says what the service did in the words of the command line', () => {
    expect(reportError(new AuthenticationError({ status: 401, type: none, detail: none }))).toBe(1)
    expect(written).toBe(
      'error: the service gave no token (401); check the client id, the client secret and the user\n',
    )
  })

  it.each<[string, (text: string) => Error]>([
    ['what a command says', usageError],
    ['another failure', (text) => new Error(text)],
  ])('lets %s steer no terminal, with its stack either', (_what, make) => {
    reportError(make('a key\x1b[2J\x9b\u202e'))
    expect(written).toBe('error: a key?[2J??\n')
    process.env.DEBUG = '1'
    reportError(make('a key\x1b[2J'))
    expect(written).not.toContain('\x1b')
    expect(written).toMatch(/\n {4}at /)
  })

  it('takes a version that is too old for a wrong use, and says which flag to set', () => {
    const error = new UnsupportedByVersion({
      operation: 'categories.list',
      option: none,
      version: '2015-01-01',
      since: '2016-01-18',
    })
    expect(reportError(error)).toBe(2)
    expect(written).toBe(
      'error: categories.list: version 2015-01-01 does not have it; set --service-version to 2016-01-18 or later\n',
    )
  })

  it('takes a wrong configuration for a wrong use', () => {
    try {
      createClient({ profile: documentedProfile, baseUrl: '', clientId: 'id' })
    } catch (error) {
      expect(reportError(error)).toBe(2)
    }
    expect(written).toContain('the base URL: expected')
  })
})
