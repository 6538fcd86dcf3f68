/** The details of the event `did-start-navigation`, without `frame`, which throws if the frame was removed. */
export interface NavigationStart {
  readonly isMainFrame: boolean
  readonly isSameDocument: boolean
}

/** The part of Electron's `WebContents` whose events `pageUnload` needs. */
export interface WebContentsLike {
  readonly id: number
  on(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
  off(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown
  off(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
}

/**
 * The part of Electron's `WebFrameMain` that identifies the sender of a message. Reading it throws if the frame was
 * removed.
 */
export interface WebFrameLike {
  readonly url: string
  readonly parent: unknown
}

/** The part of Electron's `IpcMainEvent` that has the port. Reading it may throw if the frame was removed. */
export interface PortEvent<P> {
  /** Missing if the page has sent no port. */
  readonly ports?: ReadonlyArray<P>
  readonly sender: WebContentsLike
  readonly senderFrame: WebFrameLike | null
}

/** The part of Electron's `ipcMain` that receives messages with ports. */
export interface IpcMainLike<P> {
  on(channel: string, listener: (event: PortEvent<P>) => void): unknown
  off(channel: string, listener: (event: PortEvent<P>) => void): unknown
}
