import { CommanderError } from 'commander'
import { explain } from '../../lib/cli/explain.js'

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
    expect(explain(new Error('the first line\n  at the second'))).toBe(1)
    expect(written).toBe('error: the first line at the second\n')
  })

  it('leaves out which function failed', () => {
    explain(new Error('sandbox.listen: port 80 could not be opened (EACCES)'))
    expect(written).toBe('error: port 80 could not be opened (EACCES)\n')
  })

  it('takes what is no Error', () => {
    expect(explain('no reason')).toBe(1)
    expect(written).toBe('error: no reason\n')
  })

  it('shows the stack where DEBUG is set', () => {
    process.env.DEBUG = '1'
    const error = new Error('broken')
    explain(error)
    expect(written).toBe(`${String(error.stack)}\n`)
  })

  it('leaves wrong usage to commander, with the exit code 2', () => {
    expect(explain(new CommanderError(1, 'commander.unknownOption', 'unknown'))).toBe(2)
    expect(explain(new CommanderError(0, 'commander.helpDisplayed', ''))).toBe(0)
    expect(written).toBe('')
  })
})
