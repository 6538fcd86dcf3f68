import { EventEmitter } from 'node:events'

/** Main's end of a channel: it queues until it is started, clones what is posted, and tells when the other end is gone. */
export class MessagePortMain extends EventEmitter {
  #queue = []
  #isClosed = false
  #isStarted = false
  #deliver
  /** How many messages were posted. */
  posted = 0

  constructor(deliver) {
    super()
    this.#deliver = deliver
  }

  get isClosed() {
    return this.#isClosed
  }

  postMessage(message) {
    const clone = structuredClone(message)
    if (this.#isClosed) return
    this.posted++
    this.#deliver(clone)
  }

  start() {
    this.#isStarted = true
    for (const data of this.#queue.splice(0)) this.emit('message', { data, ports: [] })
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#deliver(null)
  }

  receive(data) {
    if (this.#isClosed) return
    if (this.#isStarted) this.emit('message', { data, ports: [] })
    else this.#queue.push(data)
  }

  disconnect() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.emit('close')
  }
}
