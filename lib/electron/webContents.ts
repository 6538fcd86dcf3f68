/** What a start of a navigation tells; `frame` may be gone, and is not read. */
export interface NavigationStart {
  readonly isMainFrame: boolean
  readonly isSameDocument: boolean
}

/** The part of Electron's `WebContents` that tells when a page is gone. */
export interface WebContentsLike {
  readonly id: number
  on(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
  off(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown
  off(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
}

/** The part of Electron's `WebFrameMain` that says who sent a message; reading it throws once the frame is gone. */
export interface WebFrameLike {
  readonly url: string
  readonly parent: unknown
}

/** The part of Electron's `IpcMainEvent` that brings a port; it, too, may throw where the frame is gone. */
export interface PortEvent<P> {
  /** Missing in a message that a page has sent without one. */
  readonly ports?: ReadonlyArray<P>
  readonly sender: WebContentsLike
  readonly senderFrame: WebFrameLike | null
}

/** The part of Electron's `ipcMain` that ports come by. */
export interface IpcMainLike<P> {
  on(channel: string, listener: (event: PortEvent<P>) => void): unknown
  off(channel: string, listener: (event: PortEvent<P>) => void): unknown
}
