// Files that are no checkpoint files, paths that lead nowhere, and what a file keeps.
import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { row } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { at, kept, load, refused, save, saveAny, timeOf } from '../support/checkpointFile.mjs'

const typed = 'fileCheckpointStore: they error with a CheckpointError, and leave the file as it is'
const moment = '"2026-01-01T00:00:00.000Z"'

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
  'no bookmark': kept(`{"k":"${row}"}`),
  'a bookmark that is a time': kept(`{"k":${moment}}`),
  'a bookmark that is a number': kept('{"k":5}'),
  'a bookmark of another format': kept('{"k":{"format":2,"list":"","position":null,"rows":[]}}'),
  'a bookmark with half a position': kept('{"k":{"format":1,"list":"","position":{"moment":1},"rows":[]}}'),
  'a bookmark with 501 rows': kept(
    `{"k":{"format":1,"list":"","position":null,"rows":[${Array(501).fill('["1",1,1]').join()}]}}`,
  ),
  'checkpoints in an array': kept(`[${moment}]`),
  'no checkpoints': '{"format":"rxbank-checkpoints-1"}',
  'ten thousand levels': '['.repeat(10_000) + ']'.repeat(10_000),
  'seventeen megabytes': kept(`{"k":"${'x'.repeat(17 << 20)}"}`),
  'seventeen megabytes of blanks': `${' '.repeat(17 << 20)}${kept('{}')}`,
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

const names = {
  'no name': '',
  'a null byte': 'a\0b',
  'a number': 5,
  'no name at all': undefined,
  'an object': {},
  'a thousand letters': `/${'x'.repeat(1000)}`,
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

const noBookmarks = {
  'a date': new Date(0),
  'a text': '2026-01-01T00:00:00.000Z',
  'a number': 1e12,
  undefined: undefined,
  'an object': { toJSON: () => row },
  'a position that is no number': { format: 1, list: '', position: { moment: NaN, anchor: 0, at: 0 }, rows: [] },
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
  ...table(typed, 'a path that is', names, async (name) => {
    const error = await Promise.resolve()
      .then(() => save(name))
      .catch((error) => error)
    assert.ok(['ConfigError', 'CheckpointError'].includes(error?._tag), error?.stack ?? 'it went well')
  }),
  ...table('CheckpointStore: a user’s own id may have any character', 'a key that is', keys, async (key, after) => {
    const file = at(after)
    await save(file, 'other', 5)
    assert.equal((await load(file, key))._tag, 'None')
    await save(file, key, 7)
    assert.deepEqual([timeOf(await load(file, key)), timeOf(await load(file, 'other'))], [7, 5])
    assert.equal({}.k, undefined)
  }),
  ...table(
    'fileCheckpointStore: refuses a value that is not a bookmark, and keeps the one before',
    'saved',
    noBookmarks,
    async (value, after) => {
      const file = at(after)
      await save(file, 'k', 7)
      await assert.rejects(async () => saveAny(file, 'k', value))
      assert.equal(timeOf(await load(file)), 7)
    },
  ),
]
