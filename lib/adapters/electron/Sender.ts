import type { PortEvent } from './webContents.js'

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
