/** A message to a window. */
export interface Message {
  readonly channel: string
  readonly values: ReadonlyArray<unknown>
}

/** What windows were sent, cloned as Electron clones it; the real package has no such thing. */
export const sent: Array<Message> = []

export const app = { whenReady: (): Promise<void> => Promise.resolve() }

/** The part of Electron's class that the examples use, with its types. */
export class BrowserWindow {
  readonly #onClosed: Array<() => void> = []
  #isClosed = false
  #isLoaded = false

  readonly webContents = {
    send: (channel: string, ...values: ReadonlyArray<unknown>): void => {
      if (this.#isClosed) throw new TypeError('Object has been destroyed')
      if (this.#isLoaded) sent.push({ channel, values: structuredClone(values) })
    },
  }

  loadFile(_path: string): Promise<void> {
    this.#isLoaded = true
    return Promise.resolve()
  }

  on(_event: 'closed', listener: () => void): this {
    this.#onClosed.push(listener)
    return this
  }

  close(): void {
    this.#isClosed = true
    for (const listener of this.#onClosed) listener()
  }
}
