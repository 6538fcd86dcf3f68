import { EventEmitter } from 'node:events'
import { failIfUnfinished } from '../../lib/cli/failIfUnfinished.js'

const program = () => Object.assign(new EventEmitter(), { exitCode: 0 }) as unknown as NodeJS.Process

describe('failIfUnfinished', () => {
  let stderr: jest.SpyInstance

  beforeEach(() => {
    stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  })
  afterEach(() => {
    stderr.mockRestore()
  })

  it('fails, and says why, if the process exits before the command is done', () => {
    const exiting = program()
    failIfUnfinished(exiting)
    exiting.emit('exit', 0)
    expect(exiting.exitCode).toBe(1)
    expect(stderr).toHaveBeenCalledWith(
      'error: the command ended before it was done; please report this, with its arguments\n',
    )
  })

  it('leaves the exit code of a command that is done, and of one that fails otherwise', () => {
    const [done, failed] = [program(), program()]
    failIfUnfinished(done)()
    done.emit('exit', 0)
    failIfUnfinished(failed)
    failed.emit('exit', 2)
    expect([done.exitCode, failed.exitCode]).toEqual([0, 0])
    expect(stderr).not.toHaveBeenCalled()
  })
})
