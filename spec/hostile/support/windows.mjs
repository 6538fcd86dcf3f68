// A stand-in for Electron's ipcMain, and for windows that send it ports.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { electron } from './installed.mjs'
import { outcome } from './victim.mjs'

const { connectStreams } = electron

/** Whether another page is served as ever. */
export const othersAreServed = async (main) => {
  const { values } = await outcome(connectStreams(main.open()).user().stocks.pages())
  assert.equal(values.length, 1)
}

/** A stand-in for `ipcMain`, and windows that send it ports. */
export const ipc = () => {
  const ipcMain = new EventEmitter()
  const contents = (id) => Object.assign(new EventEmitter(), { id })
  const sendPort = (frame, sender = contents(1)) => {
    const { port1, port2 } = new MessageChannel()
    ipcMain.emit('rxbank:port', {
      ports: [port1],
      sender,
      senderFrame: frame === null ? null : { parent: null, ...frame },
    })
    return port2
  }
  return { contents, ipcMain, sendPort }
}
