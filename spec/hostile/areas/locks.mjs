// Locks, and what blocks: pipes, devices, links, and other processes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertCloaked, row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { at, attemptBeside, holder, load, refused, save } from '../support/checkpointFile.mjs'

const typed = 'fileCheckpointStore: they error with a CheckpointError, and leave the file as it is'
const locked = 'fileCheckpointStore: a lock that was left behind is taken over; one of a process that lives is not'

/** These are tried in a program of their own, for they may block one. */
const traps = {
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  'a pipe in place of the lock': (file) => execFileSync('mkfifo', [`${file}.lock`]),
  'a link to a pipe': (file) => {
    execFileSync('mkfifo', [`${file}.fifo`])
    symlinkSync(`${file}.fifo`, file)
  },
  'a link to a pipe in place of the lock': (file) => {
    execFileSync('mkfifo', [`${file}.fifo`])
    symlinkSync(`${file}.fifo`, `${file}.lock`)
  },
  'a device without end': (file) => symlinkSync('/dev/zero', file),
  'a device without end in place of the lock': (file) => symlinkSync('/dev/zero', `${file}.lock`),
  'a terminal': (file) => symlinkSync('/dev/tty', file),
  'a link into nothing in place of the lock': (file) => symlinkSync(join(file, '..', 'nowhere', 'x'), `${file}.lock`),
  'a link to nothing in place of the lock': (file) => symlinkSync(`${file}.missing`, `${file}.lock`),
  'a link to itself in place of the lock': (file) => symlinkSync(`${file}.lock`, `${file}.lock`),
  'a folder in place of the lock': (file) => mkdirSync(`${file}.lock`),
  'a full folder in place of the lock': (file) => {
    mkdirSync(`${file}.lock`)
    writeFileSync(join(`${file}.lock`, 'x'), '')
  },
}

const locks = {
  nothing: '',
  noise: '\0\xff\n\n',
  'another file': `password=${row}`,
  numbers: '1 2 3 4 5 6',
  'a hundred thousand lines': 'x y z\n'.repeat(100_000),
  'a negative pid': 'vm x pid:[1] -1 -1 0',
  'a pid of all': 'vm x pid:[1] 0 0 0',
}

export const cases = [
  ...table(typed, 'a trap', traps, async (set, after) => {
    const file = at(after)
    set(file)
    const { code, out, err } = await attemptBeside(after, file)
    assert.deepEqual([code, err, out.endsWith('over\n')], [0, '', true], out)
    assert.ok(/^((load|save) CheckpointError\n|loaded\n|saved\n)+over/.test(out), out)
  }),
  ...table(locked, 'a lock that holds', locks, async (content, after) => {
    const file = at(after)
    writeFileSync(`${file}.lock`, content)
    await save(file).then(
      () => assert.ok(existsSync(file)),
      (error) => {
        assertCloaked(error, 'the error')
        assert.deepEqual([error._tag, error.reason], ['CheckpointError', 'locked'])
      },
    )
  }),
  ...family(locked, {
    'another process has it': async (after) => {
      const file = at(after)
      const { out } = await attemptBeside(after, file)
      assert.match(out, /^loaded\nsaved\n/)
      await refused(save(file), 'locked')
      await refused(load(file), 'locked')
    },
    'another process has it, by another name': async (after) => {
      const file = at(after)
      symlinkSync(file, `${file}.link`)
      await attemptBeside(after, file)
      await refused(save(`${file}.link`), 'locked')
    },
    'another process that had it was killed': async (after) => {
      const file = at(after)
      const { child, ended, wrote } = holder(after, file)
      await wrote('out', 'over')
      child.kill('SIGKILL')
      await ended
      assert.ok(existsSync(`${file}.lock`))
      await save(file)
    },
    'a process that stands still has it': async (after) => {
      const file = at(after)
      const { child, wrote } = holder(after, file)
      await wrote('out', 'over')
      child.kill('SIGSTOP')
      await refused(save(file), 'locked')
    },
    'three processes want it at once': async (after) => {
      const file = at(after)
      const all = Array.from({ length: 3 }, () => holder(after, file))
      await Promise.all(all.map(({ wrote }) => wrote('out', 'over')))
      assert.equal(all.filter(({ written }) => written.out.includes('saved')).length, 1)
    },
  }),
]
