/**
 * The name of the messages by which a page, its preload script and the main process open a port:
 *
 * - the page posts a message to its own window: `postMessage('rxbank:port')`, without a port;
 * - the preload script answers each such message with a new MessageChannel. It sends one port to the main process, by
 *   `ipcRenderer.postMessage('rxbank:port', null, [port])`, and the other to the page, by
 *   `window.postMessage('rxbank:port', '/', [port])`.
 */
export const portChannel = 'rxbank:port'
