import type { PortEvent } from './webContents.js'

/** Which page a port comes from. */
export interface Sender {
  /** The address of the frame that sent it; empty for a port that the main process made itself. */
  readonly url: string
  readonly isMainFrame: boolean
  /** The `id` of its `webContents`, where there is one: by it, the main process knows the window. */
  readonly webContentsId: number | undefined
}

/** Who sent a port; `undefined` where the frame is gone already, and then reading it may throw, too. */
export const senderOf = ({ sender, senderFrame }: PortEvent<unknown>): Sender | undefined =>
  senderFrame === null
    ? undefined
    : { url: senderFrame.url, isMainFrame: senderFrame.parent === null, webContentsId: sender.id }

/** The app's own page: the main frame of a window, from its files or from a protocol of its own. */
export const isOwnPage = ({ url, isMainFrame }: Sender): boolean => isMainFrame && /^(app|file):/.test(url)
