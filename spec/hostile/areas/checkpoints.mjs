// Files that are no checkpoint files, paths that lead nowhere, and what a file keeps.
import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { row } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { at, kept, load, refused, save } from '../support/checkpointFile.mjs'

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

const noMoments = {
  'no date': new Date(NaN),
  'a text': '2026-01-01T00:00:00.000Z',
  'a number': 1e12,
  undefined: undefined,
  'an object': { toISOString: () => row },
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
    await save(file, 'other', new Date(5))
    assert.equal((await load(file, key))._tag, 'None')
    await save(file, key, new Date(7))
    assert.deepEqual([(await load(file, key)).value?.getTime(), (await load(file, 'other')).value.getTime()], [7, 5])
    assert.equal({}.k, undefined)
  }),
  ...table(
    'CheckpointStore: refuses a value that is not a valid date, and keeps its checkpoint',
    'saved',
    noMoments,
    async (date, after) => {
      const file = at(after)
      await save(file, 'k', new Date(7))
      await assert.rejects(async () => save(file, 'k', date ?? null))
      assert.equal((await load(file)).value.getTime(), 7)
    },
  ),
]
