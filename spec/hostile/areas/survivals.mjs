// What a file has survived.
import assert from 'node:assert/strict'
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { family } from '../support/cases.mjs'
import { at, attemptOn, bookmarkText, kept, load, save, timeOf } from '../support/checkpointFile.mjs'
import { script } from '../support/program.mjs'

const survives = 'fileCheckpointStore: whatever ends the process, the file is whole, old or new'

export const cases = [
  ...family(survives, {
    'a thousand saves at once': async (after) => {
      const file = at(after)
      await Promise.all(Array.from({ length: 1000 }, (_, n) => save(file, `k${n}`, n)))
      for (const n of [0, 500, 999]) assert.equal(timeOf(await load(file, `k${n}`)), n)
      assert.deepEqual(
        readdirSync(join(file, '..')).filter((name) => !/^at\.json(\.lock)?$/.test(name)),
        [],
      )
    },
    'killed as it saves, three times': async (after) => {
      const file = at(after)
      const saving = `${bookmarkText}
        const store = node.fileCheckpointStore(${JSON.stringify(file)})
        for (let n = 0; ; n++) { await rxjs.lastValueFrom(store.save('k' + (n % 50), bookmarkAt(n)), { defaultValue: 0 }); console.log(n) }`
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
]
