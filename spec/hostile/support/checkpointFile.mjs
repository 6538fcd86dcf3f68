// A checkpoint file of the case's own, used here or by another process.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { assertCloaked } from './canaries.mjs'
import { node, rxjs } from './installed.mjs'
import { inTurn } from './inTurn.mjs'
import { folder, script } from './program.mjs'

const { fileCheckpointStore } = node
const { lastValueFrom } = rxjs
export const load = (file, key = 'k') => lastValueFrom(fileCheckpointStore(file).load(key))

/** A bookmark of the stocks whose time no response has confirmed yet. */
export const bookmarkAt = (moment) => ({
  format: 1,
  list: '/v2/stocks/updated',
  position: { moment, anchor: moment, at: moment, isDoubted: true },
  rows: [],
})

/** The text of a program's `bookmarkAt`, as the one of this file. */
export const bookmarkText = `const bookmarkAt = ${String(bookmarkAt)}`

export const save = (file, key = 'k', moment = 1e12) => saveAny(file, key, bookmarkAt(moment))

export const saveAny = (file, key, value) =>
  lastValueFrom(fileCheckpointStore(file).save(key, value), { defaultValue: undefined })

/** The time of a loaded bookmark. */
export const timeOf = (loaded) => loaded.value.position.moment

export const kept = (checkpoints) => `{"format":"rxbank-checkpoints-1","checkpoints":${checkpoints}}`

const attempt = (file) => `${bookmarkText}
  const store = node.fileCheckpointStore(${JSON.stringify(file)})
  const tell = (what) => (error) => console.log(what, error._tag ?? error.stack)
  await rxjs.lastValueFrom(store.load('k')).then(() => console.log('loaded'), tell('load'))
  await rxjs.lastValueFrom(store.save('k', bookmarkAt(0)), { defaultValue: 0 }).then(() => console.log('saved'), tell('save'))
  console.log('over')`

/** Loads and saves in a process of its own, which ends. */
export const attemptOn = (after, file) => script(after, attempt(file))

/** Loads and saves in a process that goes on, and does so with other files. */
export const attemptBeside = (after, file) => inTurn(after, { text: attempt(file) })

/** Loads and saves in a process of its own, which goes on. */
export const holder = (after, file) => script(after, `${attempt(file)}; setInterval(() => undefined, 1e6)`)

export const at = (after) => join(folder(after), 'at.json')

export const refused = async (promise, ...reasons) => {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (error) => error,
  )
  assertCloaked(error, 'the error')
  assert.ok(error._tag === 'CheckpointError', error.stack)
  if (reasons.length > 0) assert.ok(reasons.includes(error.reason), error.reason)
}
