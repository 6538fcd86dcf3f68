/**
 * Names what passes between a page, its preload script and the main process before there is a port:
 *
 * - the page asks its window: `postMessage('rxbank:port')`, without a port;
 * - the preload script answers each such message with a new MessageChannel. One port goes to the main process, by
 *   `ipcRenderer.postMessage('rxbank:port', null, [port])`, and the other to the page, by
 *   `window.postMessage('rxbank:port', '/', [port])`.
 */
export const portChannel = 'rxbank:port'
