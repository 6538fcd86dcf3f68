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

export const save = (file, key = 'k', date = new Date(1e12)) =>
  lastValueFrom(fileCheckpointStore(file).save(key, date), { defaultValue: undefined })

export const kept = (checkpoints) => `{"format":"rxbank-checkpoints-1","checkpoints":${checkpoints}}`

const attempt = (file) => `
  const store = node.fileCheckpointStore(${JSON.stringify(file)})
  const tell = (what) => (error) => console.log(what, error._tag ?? error.stack)
  await rxjs.lastValueFrom(store.load('k')).then(() => console.log('loaded'), tell('load'))
  await rxjs.lastValueFrom(store.save('k', new Date(0)), { defaultValue: 0 }).then(() => console.log('saved'), tell('save'))
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
