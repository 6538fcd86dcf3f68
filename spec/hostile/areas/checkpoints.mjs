// Files that are no checkpoint files, files that block, and two who want the same one.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { assertCloaked, row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { node, rxjs } from '../support/installed.mjs'
import { folder, script } from '../support/program.mjs'

const { checkpointStoreLaws, fileCheckpointStore, memoryCheckpointStore } = node
const { lastValueFrom } = rxjs
const typed = 'fileCheckpointStore: they error with a CheckpointError, and leave the file as it is'
const survives = 'fileCheckpointStore: whatever ends the process, the file is whole, old or new'
const locked = 'fileCheckpointStore: a lock that was left behind is taken over; one of a process that lives is not'

const load = (file, key = 'k') => lastValueFrom(fileCheckpointStore(file).load(key))
const save = (file, key = 'k', date = new Date(1e12)) =>
  lastValueFrom(fileCheckpointStore(file).save(key, date), { defaultValue: undefined })
const moment = '"2026-01-01T00:00:00.000Z"'
const kept = (checkpoints) => `{"format":"rxbank-checkpoints-1","checkpoints":${checkpoints}}`

const contents = {
  nothing: '',
  'a null byte': '\0',
  null: 'null',
  'an array': '[]',
  'a number': '5',
  'a text': JSON.stringify(row),
  'half of it': kept(`{"k":${moment}}`).slice(0, -9),
  'another file': `{"password":"${row}"}`,
  'another format': kept('{}').replace('-1', '-2'),
  'no JSON': `password=${row}`,
  'no moment': kept(`{"k":"${row}"}`),
  'a moment without a zone': kept('{"k":"2026-01-01T00:00:00"}'),
  'a moment that is a number': kept('{"k":5}'),
  'checkpoints in an array': kept(`[${moment}]`),
  'no checkpoints': '{"format":"rxbank-checkpoints-1"}',
  'ten thousand levels': '['.repeat(10_000) + ']'.repeat(10_000),
  'five megabytes': kept(`{"k":"${'x'.repeat(5 << 20)}"}`),
  'five megabytes of blanks': `${' '.repeat(5 << 20)}${kept('{}')}`,
  'bytes that are no text': Buffer.from([0xff, 0xfe, 0, 1, 2]),
}

const places = {
  'a folder': (file) => mkdirSync(file),
  'a link to itself': (file) => symlinkSync(file, file),
  'links in a circle': (file) => {
    symlinkSync(file, `${file}.2`)
    symlinkSync(`${file}.2`, file)
  },
  'a socket': (file, after) => {
    const server = createServer().listen(file)
    after(() => new Promise((closed) => server.close(closed)))
  },
  'a link to a folder': (file) => symlinkSync('.', file),
}
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
const names = {
  'no name': '',
  'a null byte': 'a\0b',
  'a number': 5,
  'no name at all': undefined,
  'an object': {},
  'a thousand letters': `/tmp/${'x'.repeat(1000)}`,
  'no such folder': '/nowhere/at.json',
  'a file as a folder': '/etc/hostname/at.json',
  'a full device': '/dev/full/at.json',
}
const keys = {
  'a prototype': '__proto__',
  another: 'constructor',
  nothing: '',
  'a lone surrogate': '\ud800',
  'line feeds': 'a\n"b"\\',
  'a null byte': '\0',
  'a hundred thousand letters': 'k'.repeat(100_000),
}
const noMoments = {
  'no date': new Date(NaN),
  'a text': '2026-01-01T00:00:00.000Z',
  'a number': 1e12,
  undefined: undefined,
  'an object': { toISOString: () => row },
}

const attempt = `
  const file = process.argv[1]
  const store = node.fileCheckpointStore(file)
  const tell = (what) => (error) => console.log(what, error._tag ?? error.stack)
  await rxjs.lastValueFrom(store.load('k')).then(() => console.log('loaded'), tell('load'))
  await rxjs.lastValueFrom(store.save('k', new Date(0)), { defaultValue: 0 }).then(() => console.log('saved'), tell('save'))
  console.log('over')`
const attemptOn = (after, file) => script(after, attempt.replace('process.argv[1]', JSON.stringify(file)))
const holding = `${attempt}; setInterval(() => undefined, 1e6)`
const holder = (after, file) => script(after, holding.replace('process.argv[1]', JSON.stringify(file)))
const at = (after) => join(folder(after), 'at.json')

const refused = async (promise, ...reasons) => {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (error) => error,
  )
  assertCloaked(error, 'the error')
  assert.ok(error._tag === 'CheckpointError', error.stack)
  if (reasons.length > 0) assert.ok(reasons.includes(error.reason), error.reason)
}

export const cases = [
  ...table(typed, 'a file that holds', contents, async (content, after) => {
    const file = at(after)
    writeFileSync(file, content)
    await refused(load(file), 'corrupt', 'foreign')
    await refused(save(file), 'corrupt', 'foreign')
    assert.deepEqual(readFileSync(file), Buffer.from(content))
  }),
  ...table(typed, 'in its place', places, async (make, after) => {
    const file = at(after)
    make(file, after)
    const was = lstatSync(file)
    await refused(load(file))
    await refused(save(file))
    assert.deepEqual([lstatSync(file).ino, lstatSync(file).mode], [was.ino, was.mode])
  }),
  ...table(typed, 'a trap', traps, async (set, after) => {
    const file = at(after)
    set(file)
    const { ended } = attemptOn(after, file)
    const { code, out, err } = await ended
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
  ...table(typed, 'a path that is', names, async (name) => {
    const error = await Promise.resolve()
      .then(() => save(name))
      .catch((error) => error)
    assert.ok(['ConfigError', 'CheckpointError'].includes(error?._tag), error?.stack ?? 'it went well')
  }),
  ...table('CheckpointStore: a user’s own id may have any character', 'a key that is', keys, async (key, after) => {
    const file = at(after)
    await save(file, 'other', new Date(5))
    assert.equal((await load(file, key))._tag, 'None')
    await save(file, key, new Date(7))
    assert.deepEqual([(await load(file, key)).value?.getTime(), (await load(file, 'other')).value.getTime()], [7, 5])
    assert.equal({}.k, undefined)
  }),
  ...table(
    'checkpointStoreLaws: refuses what is no moment, and keeps what it has',
    'saved',
    noMoments,
    async (date, after) => {
      const file = at(after)
      await save(file, 'k', new Date(7))
      await assert.rejects(async () => save(file, 'k', date ?? null))
      assert.equal((await load(file)).value.getTime(), 7)
    },
  ),
  ...checkpointStoreLaws.flatMap(({ name, check }) => [
    {
      name: `a law, in a file: ${name}`,
      promise: 'watcher.md: laws of a store',
      attack: (after) => {
        const file = at(after)
        return check(() => fileCheckpointStore(file))
      },
    },
    {
      name: `a law, in memory: ${name}`,
      promise: 'watcher.md: laws of a store',
      attack: () => {
        const store = memoryCheckpointStore()
        return check(() => store)
      },
    },
  ]),
  ...family(survives, {
    'a thousand saves at once': async (after) => {
      const file = at(after)
      await Promise.all(Array.from({ length: 1000 }, (_, n) => save(file, `k${n}`, new Date(n))))
      for (const n of [0, 500, 999]) assert.equal((await load(file, `k${n}`)).value.getTime(), n)
      assert.deepEqual(
        readdirSync(join(file, '..')).filter((name) => !/^at\.json(\.lock)?$/.test(name)),
        [],
      )
    },
    'killed as it saves, three times': async (after) => {
      const file = at(after)
      const saving = `
        const store = node.fileCheckpointStore(${JSON.stringify(file)})
        for (let n = 0; ; n++) { await rxjs.lastValueFrom(store.save('k' + (n % 50), new Date(n)), { defaultValue: 0 }); console.log(n) }`
      for (let run = 0; run < 3; run++) {
        const { child, ended, wrote } = script(after, saving)
        await wrote('out', `${run * 7}\n`)
        child.kill('SIGKILL')
        await ended
        assert.equal(JSON.parse(readFileSync(file, 'utf8')).format, 'rxbank-checkpoints-1')
      }
      const { out } = await attemptOn(after, file).ended
      assert.match(out, /^loaded\nsaved\n/)
    },
    'only its owner may read it': async (after) => {
      const file = at(after)
      await save(file)
      assert.equal(statSync(file).mode & 0o077, 0)
    },
    'a file that was open to all': async (after) => {
      const file = at(after)
      writeFileSync(file, kept('{}'))
      chmodSync(file, 0o666)
      await save(file)
      assert.equal(statSync(file).mode & 0o002, 0)
    },
    'a link to where there is nothing yet': async (after) => {
      const file = at(after)
      symlinkSync(`${file}.real`, file)
      await save(file)
      assert.ok(lstatSync(file).isSymbolicLink() && statSync(`${file}.real`).isFile())
    },
    'another name of the same file keeps what it had': async (after) => {
      const file = at(after)
      writeFileSync(file, kept('{}'))
      linkSync(file, `${file}.other`)
      await save(file)
      assert.equal(readFileSync(`${file}.other`, 'utf8'), kept('{}'))
    },
  }),
  ...family(locked, {
    'another process has it': async (after) => {
      const file = at(after)
      await holder(after, file).wrote('out', 'over')
      await refused(save(file), 'locked')
      await refused(load(file), 'locked')
    },
    'another process has it, by another name': async (after) => {
      const file = at(after)
      symlinkSync(file, `${file}.link`)
      await holder(after, file).wrote('out', 'over')
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
