/** The page that has sent a port. */
export interface Sender {
  /** The URL of the frame that sent the port; empty for a port that the main process made itself. */
  readonly url: string
  readonly isMainFrame: boolean
  /** The `id` of the page's `webContents`, if it has one; the main process recognizes the window by it. */
  readonly webContentsId: number | undefined
}

/** The sender of a port; `undefined` if its frame was removed. Electron may throw when a removed frame is read. */
export const senderOf = ({ sender, senderFrame }: PortEvent<unknown>): Sender | undefined =>
  senderFrame === null
    ? undefined
    : { url: senderFrame.url, isMainFrame: senderFrame.parent === null, webContentsId: sender.id }

/** Whether a page is the app's own: the main frame of a window, loaded from a file or by the protocol `app:`. */
export const isOwnPage = ({ url, isMainFrame }: Sender): boolean => isMainFrame && /^(app|file):/.test(url)

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
